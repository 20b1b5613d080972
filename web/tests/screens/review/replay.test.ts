/** A finished match is gone through row by row, as it was played. */

import { expect, test } from 'vitest'

import type { Attempt, Board, Review, ReviewedRound, Rules, SplitRound } from '../../../src/api/types.ts'
import { boardsAt, Replay } from '../../../src/screens/review/replay.svelte.ts'

const row = (guess: string) => ({
  guess,
  marks: [],
  total: null,
  text: guess,
  earned: { key: 'tell.marks.waiting', fields: {} },
})
const board = (breaker: number, number: number, ...rows: string[]): Board => ({
  breaker,
  number,
  answered_by: [],
  rows: rows.map(row),
  turn: false,
  marking: false,
})
const attempt = (...boards: Board[]) => ({ boards }) as unknown as Attempt
const shown = (boards: Board[]) => boards.map((one) => one.rows.map(({ guess }) => guess).join(' '))
const placed = (...seats: number[]) => seats.map((seat, at) => ({ seat, row: at + 1 }))

test('two boards are filled side by side', () => {
  const rules = { boards: 1 } as Rules
  const round = { rows: placed(1, 2, 1, 2) } as unknown as ReviewedRound
  const played = attempt(board(1, 1, 'A', 'C'), board(2, 1, 'B', 'D'))
  expect(shown(boardsAt(rules, played, round, 0))).toEqual(['', ''])
  expect(shown(boardsAt(rules, played, round, 3))).toEqual(['A C', 'B'])
})

test('a seat with two boards fills them in turn', () => {
  const rules = { boards: 2 } as Rules
  const round = { rows: placed(1, 2, 1, 2, 1), calls: [] } as unknown as SplitRound
  const played = attempt(board(1, 1, 'A', 'E'), board(2, 1, 'B'), board(1, 2, 'C'), board(2, 2, 'D'))
  expect(shown(boardsAt(rules, played, round, 3))).toEqual(['A', 'B', 'C', ''])
  expect(shown(boardsAt(rules, played, round, 5))).toEqual(['A E', 'B', 'C', 'D'])
})

test('steps stay within the attempt, and the address tells them', () => {
  const rounds = [{ rows: placed(2, 2, 2) }, { rows: placed(1) }]
  const replay = new Replay({ rounds } as unknown as Review)
  expect([replay.attempt, replay.step]).toEqual([0, 3])
  expect(replay.key('ArrowRight')).toBe(true)
  expect(replay.step).toBe(3)
  replay.key('Home')
  replay.key('ArrowRight')
  expect(location.search).toBe('?at=1.1')
  replay.show(1)
  expect(location.search).toBe('?at=2.1')
  expect(replay.key('x')).toBe(false)
  expect(new Replay({ rounds } as unknown as Review).attempt).toBe(1)
})
