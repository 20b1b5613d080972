import { expect, test } from 'vitest'

import { drawn } from '../../src/words/drawn.ts'
import { speech } from '../../src/words/speech.svelte.ts'

await speech.choose('en')

test('a code in a sentence is a part of its own', () => {
  const fields = { code: 'YROB', row: 2, would: '3 near', said: 'nothing' }
  expect(drawn({ key: 'tell.puzzle.against', fields })).toEqual([
    { text: 'YROB', code: true },
    { text: ' does not fit row 2: it would have scored 3 near, not nothing.', code: false },
  ])
})

test('every code of a list is drawn, the words between are not', () => {
  const codes = { key: 'list.and', fields: { items: ['RYOB', 'BYRR'] } }
  expect(
    drawn({ key: 'tell.puzzle.fit', fields: { codes } }).map(({ text, code }) => (code ? `[${text}]` : text)),
  ).toEqual(['Fits every row: ', '[RYOB]', ' and ', '[BYRR]', '.'])
})

test('numbers are no codes, and a code whose pegs are named stays in letters', () => {
  const parts = drawn({ key: 'tell.puzzle.parts', fields: { codes: 22, guess: 'YROB', parts: 6 } })
  expect(parts.filter(({ code }) => code)).toEqual([{ text: 'YROB', code: true }])
  expect(drawn({ key: 'tell.coach.best', fields: { code: 'RRYB', pegs: 'red, red, yellow, blue' } })).toEqual([
    { text: 'Best guess: RRYB (red, red, yellow, blue).', code: false },
  ])
})
