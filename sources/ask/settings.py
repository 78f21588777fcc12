"""Settings of the model: `second_reader.yml` of a data home, overridden by variables. The key is in no text, log or release."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, HttpUrl, SecretStr, TypeAdapter, ValidationError, field_validator

from sources.reviewed import ReviewedFileError, read_reviewed

NAME = "second_reader.yml"
KEY_VARIABLE = "PARALLAX_MODEL_KEY"
_VARIABLES = {
    "PARALLAX_MODEL_URL": "url",
    "PARALLAX_MODEL": "model",
    "PARALLAX_MODEL_READS": "reads",
    "PARALLAX_MODEL_CALLS_AT_ONCE": "calls_at_once",
    KEY_VARIABLE: "key",
}
_GONE = (
    "wait_seconds",
    "longest_wait_seconds",
)  # in files of earlier versions: the client itself knows how long to wait
_MILLION = Decimal(1_000_000)


class Price(BaseModel):
    """USD per million tokens. Zero for a model of one's own."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: Decimal = Field(default=Decimal(0), ge=0)
    output: Decimal = Field(default=Decimal(0), ge=0)

    def of(self, tokens_in: int, tokens_out: int) -> Decimal:
        """USD of one call."""
        return (self.input * tokens_in + self.output * tokens_out) / _MILLION


class Budget(BaseModel):
    """What one run may spend: whichever comes first ends the asking, and the rest waits for the next run."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    calls: int = Field(default=1_000, ge=0)
    usd: Decimal = Field(default=Decimal(5), ge=0)
    minutes: float = Field(default=30, gt=0)


class Settings(BaseModel):
    """Whom to ask, about what, and at what cost; docs/second-reader.md explains each key."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    url: HttpUrl  # base address of a server that speaks the API of OpenAI
    model: str = Field(min_length=1)
    # Documents with a claim that the built-in reader is unsure of; every one.
    reads: Literal["unsure", "all"] = "unsure"
    key: SecretStr | None = Field(default=None, exclude=True, repr=False)  # of its variable, or what `key_file` holds
    key_file: Path | None = None  # relative to the data home
    calls_at_once: int = Field(default=4, ge=1, le=64)
    call_seconds: float = Field(default=120, gt=0)
    tries: int = Field(default=3, ge=1, le=10)  # calls for one question before it waits for the next run
    temperature: float = Field(default=0, ge=0, le=2)
    seed: int | None = 1
    output_tokens: int = Field(default=8_000, ge=256)
    structured: bool = True  # whether the server is given the schema; left out for the rest of a run that it refuses
    licences_kept: tuple[str, ...] = ()  # as sidecars, feeds and profiles name them: their texts are not sent
    budget: Budget = Budget()
    price: Price = Price()

    @field_validator("url")
    @classmethod
    def _no_credentials(cls, url: HttpUrl) -> HttpUrl:
        """An address is printed and logged; a password in it would be, as well."""
        if url.username or url.password:
            raise ValueError(f"a name or a password does not belong in an address; set {KEY_VARIABLE}, or key_file")
        return url

    @property
    def shape(self) -> str:
        """What shapes an answer besides the model: part of a question's id."""
        return f"temperature={self.temperature:g} seed={self.seed}"


def read_settings(home: Path, environ: Mapping[str, str]) -> Settings | None:
    """The settings of a data home; None where no model is configured. Variables win over the file.

    Raises:
        ReviewedFileError: an unknown or missing key, a value out of bounds, or a key file that cannot be read; names the file, or the variable.
    """
    path = home / NAME
    said: dict[str, object] = read_reviewed(path, TypeAdapter(dict[str, object])) if path.is_file() else {}
    if "key" in said:
        raise ReviewedFileError(f"{path}: key: a key does not belong in this file; set {KEY_VARIABLE}, or key_file")
    variables = {name: field for name, field in _VARIABLES.items() if environ.get(name)}
    if not said and not {"url", "model"} & set(variables.values()):
        return None
    where = ", ".join([*([str(path)] if said else []), *variables])
    said = {key: value for key, value in said.items() if key not in _GONE}
    try:
        if key_file := said.get("key_file"):
            said["key"] = (home / str(key_file)).read_text(encoding="utf-8").strip()
        return Settings.model_validate(said | {field: environ[name] for name, field in variables.items()})
    except ValidationError as error:
        faults = [f"{'.'.join(map(str, one['loc'])) or 'settings'}: {one['msg']}" for one in error.errors()]
        raise ReviewedFileError(f"{where}: {'; '.join(faults)}") from None
    except (OSError, ValueError) as error:
        raise ReviewedFileError(f"{path}: key_file: {type(error).__name__}: {home / str(key_file)}") from None
