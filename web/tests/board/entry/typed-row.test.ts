import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { readTypedRow } from '../../../src/board/entry/typed-row.ts'

interface Case {
  text: string
  palette: string
  language: string
  row?: string
  bad?: string
}

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
// The terminal passes the same table: tests/notation/test_typed_rows.py.
const { cases } = read('../../../../tests/notation/typed_rows.json') as { cases: Case[] }

describe('a typed row', () => {
  test.each(cases)('$text in $language', ({ text, palette, language, row, bad }) => {
    const words = read(`../../../../src/keypeg/words/${language}.json`) as Record<string, string>
    const nameOf = (peg: string) => words[peg === '.' ? 'tell.peg.empty' : `colour.${peg}`] ?? ''
    const found = readTypedRow(text, palette, nameOf)
    expect('row' in found ? found.row : { bad: found.bad.toLowerCase() }).toEqual(row ?? { bad: bad?.toLowerCase() })
  })
})
