import { describe, expect, test } from 'vitest'

import type { May } from '../../../src/api/types.ts'
import { notReady } from '../../../src/board/entry/ready.ts'

const row = (may: Partial<May>, pegs: string[]) => notReady({ move: 'guess', holes: 4, pegs: 'ROYGB', ...may }, pegs)

describe('a row says why it is not ready', () => {
  test('while holes are empty', () => expect(row({}, ['R', '', '', 'B'])).toEqual({ why: 'more', n: 2 }))
  test('it is ready when all are filled', () => expect(row({}, ['R', 'R', 'B', 'B'])).toBeNull())
  test('a blank that counts as a colour fills a hole', () =>
    expect(row({ pegs: 'RB.' }, ['R', '.', '.', 'B'])).toBeNull())
  test('holes that may stay empty need no peg', () => {
    expect(row({ empty: [0, 1, 2, 3], most_empty: 4 }, ['', 'R', '', ''])).toBeNull()
    expect(row({ empty: [0], most_empty: 1 }, ['', 'R', '', 'B'])).toEqual({ why: 'more', n: 1 })
  })
  test('a row that nobody has touched is not ready', () =>
    expect(row({ empty: [0, 1, 2, 3], most_empty: 4 }, ['', '', '', ''])).toEqual({ why: 'more', n: 1 }))
  test('a call fills exactly the holes it may', () => {
    const call = { filled: 2, empty: [0, 1, 2, 3], most_empty: 2 }
    expect(row(call, ['R', '', '', ''])).toEqual({ why: 'more', n: 1 })
    expect(row(call, ['R', 'R', 'R', ''])).toEqual({ why: 'fewer', n: 1 })
    expect(row(call, ['R', '', '', 'B'])).toBeNull()
  })
  test('no colour twice where that is so', () =>
    expect(row({ distinct: true }, ['R', 'O', 'R', 'B'])).toEqual({ why: 'twice', peg: 'R' }))
  test('pegs that have run out', () =>
    expect(row({ left: { R: 1, O: 9, Y: 9, G: 9, B: 9 } }, ['R', 'R', 'O', 'B'])).toEqual({
      why: 'supply',
      peg: 'R',
      left: 1,
    }))
  test('pegs of which none is left', () =>
    expect(row({ left: { R: 0, O: 9, Y: 9, G: 9, B: 9 } }, ['R', 'Y', 'O', 'B'])).toEqual({ why: 'none', peg: 'R' }))
  test('a row that lies there already', () =>
    expect(row({ earlier: ['ROYG', 'RROO'] }, ['R', 'R', 'O', 'O'])).toEqual({ why: 'again', row: 2 }))
})
