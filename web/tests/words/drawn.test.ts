import { expect, test } from 'vitest'

import type { Message } from '../../src/api/types.ts'
import { drawn } from '../../src/words/drawn.ts'
import { languages, PSEUDO, speech } from '../../src/words/speech.svelte.ts'

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

test('numbers are no codes', () => {
  const parts = drawn({ key: 'tell.puzzle.parts', fields: { codes: 22, guess: 'YROB', parts: 6 } })
  expect(parts.filter(({ code }) => code)).toEqual([{ text: 'YROB', code: true }])
})

const colours = (...letters: string[]): Message[] => letters.map((one) => ({ key: `colour.${one}`, fields: {} }))
const shown = (key: string, fields: Message['fields']) =>
  drawn({ key, fields }).map(({ text, code }) => (code ? `[${text}]` : text))

test('colours are drawn, several in a row as one code', () => {
  const [red] = colours('R')
  expect(shown('tell.coach.nudge.hole-is', { hole: 2, colour: red! })).toEqual([
    'Look at hole 2: it can only be ',
    '[R]',
    '.',
  ])
  expect(shown('tell.guide.out', { colours: colours('Y', 'B') })).toEqual(['Not in the code: ', '[YB]', '.'])
  const empty = { key: 'tell.peg.empty', fields: {} }
  expect(shown('web.you.missed', { code: [empty, ...colours('R')], row: 2 })[1]).toBe('[.R]')
})

test('a code in a message within a message is drawn', () => {
  const row = { key: 'tell.coach.row', fields: { row: 1, code: 'ROYG' } }
  const [exact, near] = ['tell.marks.exact', 'tell.marks.near'].map((key) => ({ key, fields: { exact: 1, near: 1 } }))
  expect(shown('tell.coach.against', { row, would: exact!, earned: near! })).toEqual([
    'If this were the code, row 1 (',
    '[ROYG]',
    ') would have scored 1 exact, not 1 near.',
  ])
})

test.each([...languages, PSEUDO])('a hint in %s draws its code and does not name the pegs again', async (language) => {
  await speech.choose(language)
  for (const key of ['best', 'call', 'good', 'suggested']) {
    const parts = drawn({ key: `tell.coach.${key}`, fields: { code: 'RRYB', pegs: colours('R', 'R', 'Y', 'B') } })
    expect(parts.map(({ text }) => text).join('')).toMatch(/^[^()]*\bRRYB\b[^()\uE000-\uE002]*$/)
    expect(parts.filter(({ code }) => code)).toEqual([{ text: 'RRYB', code: true }])
  }
})
