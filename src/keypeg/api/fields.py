"""Types of fields, with their limits."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

Name: TypeAlias = Annotated[str, Meta(max_length=40, description="The name that a person goes by; may be empty.")]
TableId: TypeAlias = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$", description="A random identifier of 128 bits.")]
Key: TypeAlias = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        pattern=r"^[^\x00-\x1f\x7f]*$",
        description="Chosen by the client, new for every move. A repeated key gets the same answer.",
    ),
]
RulesText: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=200, description="BOX[+variant…][:option=value,…].", examples=["togo:colours=6"])
]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=1, le=9)]
Version: TypeAlias = Annotated[int, Meta(ge=0, le=2**31)]
Seconds: TypeAlias = Annotated[float, Meta(gt=0, le=31_536_000)]
CallSeconds: TypeAlias = Annotated[
    float,
    Meta(gt=0, le=600, description="Seconds after a row in which people may call a split code before computers do."),
]
Pair: TypeAlias = tuple[int, int]
Time: TypeAlias = Annotated[float, Meta(description="Seconds since 1970, UTC.")]
OwnSeat: TypeAlias = Annotated[SeatNumber | None, Meta(description="One of your seats, if you hold several.")]
