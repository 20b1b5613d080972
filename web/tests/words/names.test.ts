/** The names of seats: in what a View tells, and in a list. */

import { expect, test } from 'vitest'

import type { Board, Message, View } from '../../src/api/types.ts'
import { listNames, nameAnswers } from '../../src/words/names.ts'
import { speech } from '../../src/words/speech.svelte.ts'

const seat = (number: number): Message => ({ key: 'tell.seat', fields: { seat: number } })

function answered(...who: (string | Message)[]): Message {
  const answer = [{ key: 'tell.answer.white', fields: {} }]
  return {
    key: 'list.clauses',
    fields: { items: who.map((one) => ({ key: 'tell.answer', fields: { who: one, answer } })) },
  }
}

function view(split: boolean): View {
  const boards = [{ breaker: 2, rows: [{ guess: 'ROYGB', earned: answered(seat(1), seat(3)) }] }] as Board[]
  const seats = [{ key: 'web.seat.you', fields: {} }, 'Ben', 'Ada']
  return { rules: { split }, boards, past: [{ boards }], sentences: { seats } } as unknown as View
}

test('who has answered a row of a split code is called by name, in this code and in earlier ones', () => {
  const named = nameAnswers(view(true))
  const told = answered({ key: 'web.seat.you', fields: {} }, 'Ada')
  expect(named.boards[0]?.rows[0]?.earned).toEqual(told)
  expect(named.past[0]?.boards[0]?.rows[0]?.earned).toEqual(told)
  expect(named.boards[0]?.rows[0]?.guess).toBe('ROYGB')
})

test('a view of any other game stays as it is', () => {
  const seen = view(false)
  expect(nameAnswers(seen)).toBe(seen)
})

test('whoever bears the same name is counted', async () => {
  await speech.choose('en')
  expect(listNames(['Ada', 'Ben'])).toBe('Ada and Ben')
  expect(listNames(['Computer (Club)', 'Computer (Club)', 'Computer (Club)'])).toBe('3 × Computer (Club)')
  expect(listNames(['Ada', 'Computer (Club)', 'Computer (Club)'])).toBe('Ada and 2 × Computer (Club)')
})
