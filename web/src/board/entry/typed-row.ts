/** Rows as people type them: `ROYG`, `1234`, `r o y g`, `red, orange, yellow, green`.
 *
 * A text without separators is letters or digits, one a hole: `brown` is five letters. Between spaces or commas stand
 * words, letters or digits, one a hole. The terminal reads rows in the same way, in `notation/typed_rows.py`.
 */

import { BLANK } from './draft.svelte.ts'

/** The row, or the part of the text that is not a peg. */
export type Typed = { row: string } | { bad: string }

/** Read a row; `nameOf` returns the word for a peg in the reader's language. */
export function readTypedRow(text: string, palette: string, nameOf: (peg: string) => string): Typed {
  const parts = text.split(/[\s,;]+/).filter(Boolean)
  if (parts.length === 1) return readLetters([...(parts[0] ?? '')], palette)
  const names = new Map([...palette, BLANK].map((peg) => [folded(nameOf(peg)), peg]))
  // A name may have several words: “dark grey”.
  const longest = Math.max(...[...names.keys()].map((name) => name.split(' ').length))
  let row = ''
  for (let at = 0; at < parts.length;) {
    let many = Math.min(longest, parts.length - at)
    while (many > 0 && !names.has(folded(parts.slice(at, at + many).join(' ')))) many -= 1
    const part = parts[at] ?? ''
    const peg = many ? names.get(folded(parts.slice(at, at + many).join(' '))) : readPeg(part, palette)
    if (peg === undefined) return { bad: [...part].length > 1 ? part : part.toUpperCase() }
    row += peg
    at += many || 1
  }
  return { row }
}

function readLetters(letters: string[], palette: string): Typed {
  const bad = letters.find((letter) => readPeg(letter, palette) === undefined)
  if (bad !== undefined) return { bad: bad.toUpperCase() }
  return { row: letters.map((letter) => readPeg(letter, palette)).join('') }
}

/** Read a letter of the palette, a digit for the same colours in order, or a dot for an empty hole. */
export function readPeg(letter: string, palette: string): string | undefined {
  if (!/^[!-~]$/.test(letter)) return undefined
  const peg = letter.toUpperCase()
  if (peg === BLANK || palette.includes(peg)) return peg
  const digit = '123456789'.indexOf(letter)
  return digit >= 0 ? palette[digit] : undefined
}

/** Return a word without accents and in lower case: `grun` is Grün. */
const folded = (word: string) => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
