import { beforeEach, expect, test } from 'vitest'

import type { May } from '../../../src/api/types.ts'
import { Draft } from '../../../src/board/entry/draft.svelte.ts'

const may: May = { move: 'guess', holes: 4, pegs: 'ROYGB' }
beforeEach(() => localStorage.clear())

test('pegs go into the next empty hole', () => {
  const draft = new Draft(may, 'a')
  for (const peg of 'RO') draft.place(peg)
  draft.cursor = 3
  draft.place('G')
  expect(draft.pegs).toEqual(['R', 'O', '', 'G'])
  expect(draft.cursor).toBe(2)
})

test('a half-filled row survives a reload', () => {
  new Draft(may, 'a').place('Y')
  expect(new Draft(may, 'a').pegs).toEqual(['Y', '', '', ''])
  expect(new Draft(may, 'another').isEmpty).toBe(true)
})

test('held pegs stay for the next row, the others go', () => {
  const draft = new Draft(may, 'a')
  draft.copy('ROYG')
  draft.hold(2)
  draft.sent()
  expect(draft.pegs).toEqual(['', '', 'Y', ''])
  draft.copy('BBBB')
  expect(draft.pegs).toEqual(['B', 'B', 'Y', 'B'])
})

test('the rest is filled with the latest peg', () => {
  const draft = new Draft(may, 'a')
  draft.place('R')
  draft.place('B')
  draft.fillRest()
  expect(draft.text).toBe('RBBB')
})

test('backspace takes the last peg away', () => {
  const draft = new Draft(may, 'a')
  draft.place('R')
  draft.place('O')
  draft.back()
  draft.back()
  draft.back()
  expect(draft.isEmpty).toBe(true)
})

test('one’s own share in an answer row stays where it is', () => {
  const draft = new Draft({ move: 'call', holes: 5, pegs: 'ROYGBP', fill: '.O...' }, 'a')
  draft.cursor = 1
  draft.place('R')
  draft.swap(0, 1)
  draft.clear()
  expect(draft.text).toBe('.O...')
})

test('an empty hole of a copied row stays empty, unless empty is a colour', () => {
  const draft = new Draft(may, 'a')
  draft.copy('R.YG')
  expect(draft.pegs).toEqual(['R', '', 'Y', 'G'])
  const blanks = new Draft({ ...may, pegs: 'ROYGB.' }, 'b')
  blanks.copy('R.YG')
  expect(blanks.pegs).toEqual(['R', '.', 'Y', 'G'])
})
