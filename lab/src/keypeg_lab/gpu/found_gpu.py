"""Find a GPU, or say why there is none."""

from __future__ import annotations

from collections.abc import Callable

from keypeg.errors import Illegal
from keypeg_lab.gpu.pairs import Branches
from keypeg_lab.gpu.search import Engine


def found_gpu() -> Callable[[Branches], Engine]:
    """Return what computes bounds on the GPU of this machine. Raise Illegal if CuPy finds none that it can use."""
    try:
        import cupy  # noqa: PLC0415  # only here may it be missing

        cupy.zeros(1)
        from keypeg_lab.gpu.kernels import Gpu  # noqa: PLC0415
    except (ImportError, RuntimeError, OSError) as error:
        raise Illegal("gpu-missing", reason=str(error).splitlines()[0] if str(error) else "CuPy") from error
    return Gpu
