"""Transient faults: the step is retried if it is idempotent."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager

import dagster as dg

RETRIES = 2
WAIT_SECONDS = 10

# What a busy network drive or a full table of processes says; a full disk or a missing right needs a person.
_PASSES = frozenset(
    {
        errno.EAGAIN,
        errno.EBUSY,
        errno.EINTR,
        errno.EIO,
        errno.EMFILE,
        errno.ENFILE,
        errno.ESTALE,
        errno.ETIMEDOUT,
        errno.ENETDOWN,
        errno.ENETUNREACH,
        errno.EHOSTDOWN,
        errno.EHOSTUNREACH,
    }
)


@contextmanager
def tried_again() -> Iterator[None]:
    """Asks Dagster to try the step again after a passing fault of the system; any other error goes on as it is.

    Only for steps that may be done twice: taking in and reading, which the ledger makes idempotent. A build or a release is
    begun anew by a new run.
    """
    try:
        yield
    except OSError as error:
        if error.errno in _PASSES:
            raise dg.RetryRequested(max_retries=RETRIES, seconds_to_wait=WAIT_SECONDS) from error
        raise
