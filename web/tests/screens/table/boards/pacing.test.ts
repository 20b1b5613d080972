import { expect, test } from 'vitest'

import type { View } from '../../../../src/api/types.ts'
import { HOLE, OWN, Pacing, STEP } from '../../../../src/screens/table/boards/pacing.ts'

const row = (text: string) => ({ text, guess: text, marks: [], total: [0, 0] })
const boards = (...rows: number[]) =>
  rows.map((count, at) => ({
    breaker: at + 1,
    number: 1,
    answered_by: [],
    rows: Array.from({ length: count }, () => row('RYGB')),
  }))

/** A person at seat 1, computers at all others. */
function view(now: number[], past: number[][] = []): View {
  const seats = [1, 2, 3].map((seat) => ({ seat, kind: seat === 1 ? 'person' : 'computer' }))
  const ended = past.map((each) => ({ boards: boards(...each), shares: [{ holder: 1, code: 'RYGB' }] }))
  return { rules: { split: false }, yours: [1], seats, boards: boards(...now), past: ended } as unknown as View
}

function due(pacing: Pacing, attempt: number, seat: number): number[] {
  const [board] = boards(...Array.from({ length: seat }, () => 1)).slice(-1)
  return [0, 1, 2].map(pacing.of(attempt, board as never))
}

test('rows of computers come one after the other, in the order of rows and seats', () => {
  const pacing = new Pacing()
  pacing.take(view([0, 0, 0]), true, 1000)
  pacing.take(view([0, 2, 1]), true, 2000)
  expect(due(pacing, 0, 1)).toEqual([0, 0, 0])
  expect(due(pacing, 0, 2)).toEqual([2000, 2000 + 2 * STEP, 0])
  expect(due(pacing, 0, 3)).toEqual([2000 + STEP, 0, 0])
})

test('rows of computers come after the marks of a row that the reader has placed', () => {
  const pacing = new Pacing()
  pacing.take(view([0, 0, 0]), true, 1000)
  pacing.take(view([1, 1, 0]), true, 2000)
  pacing.take(view([1, 1, 1]), true, 2100)
  expect(due(pacing, 0, 1)).toEqual([0, 0, 0])
  expect(due(pacing, 0, 2)).toEqual([2000 + OWN, 0, 0])
  expect(due(pacing, 0, 3)).toEqual([2000 + OWN + STEP, 0, 0])
})

test('what comes while others still wait is put behind them, and keeps its time when the attempt is over', () => {
  const pacing = new Pacing()
  pacing.take(view([0, 1, 0]), true, 1000)
  pacing.take(view([0, 2, 0]), true, 2000)
  pacing.take(view([0, 0, 0], [[0, 3, 0]]), true, 2100)
  expect(due(pacing, 0, 2)).toEqual([0, 2000, 2000 + STEP])
  pacing.take(view([0, 1, 0], [[0, 3, 0]]), true, 9000)
  expect(due(pacing, 1, 2)).toEqual([9000, 0, 0])
})

test('nothing waits on the first look, after a gap, or where it is not wanted', () => {
  const pacing = new Pacing()
  pacing.take(view([0, 3, 0]), true, 1000)
  pacing.take(view([1, 5, 1]), false, 2000)
  pacing.take(view([1, 5, 20]), true, 3000)
  expect([...due(pacing, 0, 2), ...due(pacing, 0, 3)]).toEqual([0, 0, 0, 0, 0, 0])
})

test('a verdict is due after the rows of computers; one’s own code lies open', () => {
  const pacing = new Pacing()
  pacing.take(view([0, 0]), true, 1000)
  pacing.take(view([0, 0], [[0, 3]]), true, 2000)
  expect(pacing.end(0)).toEqual({ uncover: 0, over: 2000 + 3 * STEP })
})

test('the code of another is uncovered hole by hole before the verdict', () => {
  const pacing = new Pacing()
  const before = { ...view([2]), yours: [2] }
  const after = { ...view([0], [[3]]), yours: [2] }
  pacing.take(before, true, 1000)
  pacing.take(after, true, 2000)
  const { uncover, over } = pacing.end(0)!
  expect(uncover).toBeGreaterThan(2000)
  expect(over).toBeGreaterThan(uncover + 3 * HOLE)
})

test('a code that ended earlier, or while nobody looked, lies open at once', () => {
  const pacing = new Pacing()
  pacing.take(view([0], [[3]]), true, 1000)
  pacing.take(view([0], [[3], [4]]), false, 2000)
  expect([pacing.end(0), pacing.end(1)]).toEqual([null, null])
})

test('without motion a code that ends is told at once', () => {
  const pacing = new Pacing()
  pacing.take(view([0, 0]), true, 1000, false)
  pacing.take(view([0, 0], [[0, 3]]), true, 2000, false)
  expect(due(pacing, 0, 2)).toEqual([0, 0, 0])
  expect(pacing.end(0)).toEqual({ uncover: 0, over: 2000 })
})
