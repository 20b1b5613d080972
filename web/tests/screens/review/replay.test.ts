/** A finished match is gone through row by row, as it was played. */

import { expect, test } from 'vitest'

import type { Attempt, Board, Review, ReviewedRound, SplitRound } from '../../../src/api/types.ts'
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
const placed = (...boards: number[]) => boards.map((board, at) => ({ board, row: at + 1 }))

test('two boards are filled side by side', () => {
  const round = { rows: placed(0, 1, 0, 1) } as unknown as ReviewedRound
  const played = attempt(board(1, 1, 'A', 'C'), board(2, 1, 'B', 'D'))
  expect(shown(boardsAt(played, round, 0))).toEqual(['', ''])
  expect(shown(boardsAt(played, round, 3))).toEqual(['A C', 'B'])
})

test('the rows of two boards of a seat lie where they were placed', () => {
  const round = { rows: placed(0, 1, 2, 3, 0), calls: [] } as unknown as SplitRound
  const played = attempt(board(1, 1, 'A', 'E'), board(2, 1, 'B'), board(1, 2, 'C'), board(2, 2, 'D'))
  expect(shown(boardsAt(played, round, 3))).toEqual(['A', 'B', 'C', ''])
  expect(shown(boardsAt(played, round, 5))).toEqual(['A E', 'B', 'C', 'D'])
})

test('steps stay within the attempt, and the address tells them', () => {
  const rounds = [{ rows: placed(0, 0, 0) }, { rows: placed(0) }]
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

test('a match of which no code is over has nothing to go through', () => {
  const replay = new Replay({ rounds: [] } as unknown as Review)
  expect([replay.attempt, replay.step, replay.last]).toEqual([0, 0, 0])
})
