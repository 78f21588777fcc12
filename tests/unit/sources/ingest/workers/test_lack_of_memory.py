"""What of an error in a worker says that memory ran out, and is no fault of the reader."""

from __future__ import annotations

import pytest

from sources.ingest.workers.worker import _lacks_memory


@pytest.mark.parametrize(
    ("error", "is_memory"),
    [
        (MemoryError(), True),
        (SystemError("error return without exception set"), True),  # not even the error itself found room
        (SystemError("<built-in function parse> returned NULL without setting an exception"), False),
        (SystemError("bad argument to internal function"), False),
        (ValueError("error return without exception set"), False),
    ],
)
def test_an_error_for_which_there_was_no_room_is_a_lack_of_memory(error: BaseException, is_memory: bool) -> None:
    assert _lacks_memory(error) is is_memory
