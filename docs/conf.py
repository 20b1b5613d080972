"""The documentation site, built by `make docs` from README.md, docs/ and docstrings. See CONTRIBUTING.md."""

import re
import shutil
from functools import cache
from importlib import import_module
from inspect import unwrap
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.inspect import TypeAliasForwardRef

import keypeg

project = "Keypeg"
author = "The Keypeg authors"
version = release = keypeg.__version__

# The whole repository is the source, so that links between pages and to files work as they do in a checkout.
root_doc = "README"
include_patterns = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "NOTICE.md", "SECURITY.md", "docs/**"]
exclude_patterns = ["docs/templates"]
templates_path = [str(Path(__file__).with_name("templates"))]

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.autosummary"]
myst_heading_anchors = 4
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 300
nb_ipywidgets_js = {}  # no script of another host

default_role = "code"
autosummary_generate = True
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_type_aliases = {"Move": "Move"}  # not the thirteen kinds of move
TypeAliasForwardRef.__repr__ = lambda alias: alias.name  # inside other types too
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"Keypeg {release}"
html_favicon = "../web/public/icon.svg"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False

PAGES = {
    "Play": ["terminal", "home-board", "review", "coach", "doctor", "rulings", "record-format"],
    "Python": ["python", "notebook", "reference", "rl", "benchmark"],
    "Programs": ["command-line", "api", "engine-protocol", "operations"],
    "Extend": ["add-a-box", "add-a-strategy", "add-a-player", "add-a-language", "glossary"],
    "Project": [
        "/CONTRIBUTING",
        "architecture",
        "measurements",
        "decisions/README",
        "/CHANGELOG",
        "/SECURITY",
        "advisories/2026-11-request-smuggling",
        "/NOTICE",
    ],
}
"""What stands in the navigation; pages are those of docs/ unless they begin with a slash."""


STATIC_SITE = Path(__file__).parents[1] / "build" / "static"
"""What `make static` writes: a board to play on the front page."""
FRAME = (
    '<iframe src="play/index.html" title="Keypeg" loading="lazy"'
    ' style="box-sizing: border-box; width: 100%; height: 46rem; border: 1px solid #8886; border-radius: 0.75rem">'
)


def add_navigation(_: Sphinx, page: str, source: list[str]) -> None:
    """Append the navigation, which GitHub would show as code, to the pages that others are below."""
    if page == root_doc:
        if STATIC_SITE.exists():
            source[0] = source[0].replace("\n![", f"\n```{{raw}} html\n{FRAME}</iframe>\n```\n\n![", 1)
        for caption, pages in PAGES.items():
            names = "\n".join(name if name.startswith("/") else f"/docs/{name}" for name in pages)
            source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{names}\n```\n"
    elif page == "docs/decisions/README":
        source[0] += "\n```{toctree}\n:glob:\n\n0*\n```\n"


def show_as_written(_: Sphinx, what: str, _name: str, _object: object, _options: object, lines: list[str]) -> None:
    """Show an indented block of a module's docstring as it is written."""
    if what == "module":
        lines[:] = re.sub(r"(?<=\n)\n(?= {4}\S)", "\n.. code-block:: text\n\n", "\n".join(lines)).split("\n")


@cache
def pages_by_object() -> dict[int, str]:
    """Return the first module of the reference that exports an object, by its id."""
    modules = re.findall(r"^   (keypeg\S*)$", Path(__file__).with_name("reference.md").read_text("utf-8"), re.MULTILINE)
    found: dict[int, str] = {}
    for name in modules:
        module = import_module(name)
        for each in getattr(module, "__all__", ()):
            found.setdefault(id(unwrap(getattr(module, each))), name)
    return found


def described_elsewhere(app: Sphinx, what: str, _name: str, each: Any, _skip: bool, _options: object) -> bool | None:
    """Skip what another module has described before, and what a module only imports."""
    page = app.env.docname.rpartition("/")[2]
    home = pages_by_object().get(id(unwrap(each))) or getattr(each, "__module__", page)
    return True if what == "module" and home != page else None


def add_front_page(app: Sphinx, error: Exception | None) -> None:
    """Let the site begin at index.html."""
    if error is None and app.builder.name == "html":
        shutil.copyfile(Path(app.outdir, "README.html"), Path(app.outdir, "index.html"))
        if STATIC_SITE.exists():
            shutil.copytree(STATIC_SITE, Path(app.outdir, "play"), dirs_exist_ok=True)


def setup(app: Sphinx) -> None:
    """Connect the functions above."""
    app.connect("source-read", add_navigation)
    app.connect("autodoc-process-docstring", show_as_written)
    app.connect("autodoc-skip-member", described_elsewhere)
    app.connect("build-finished", add_front_page)
