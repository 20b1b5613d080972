"""Options that commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

from cyclopts import Parameter

Checkpoint: TypeAlias = Annotated[Path | None, Parameter(name="--checkpoint")]
Cluster: TypeAlias = Annotated[str | None, Parameter(name="--cluster")]
