/** What the page says is in the English catalogue, with the fields that the message asks for. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { KEYS, NOT_SHOWN, PARTS } from '../../build/keys.ts'
import type { Message } from '../../src/api/types.ts'
import { findLanguage, preferred, speech } from '../../src/words/speech.svelte.ts'

const source = join(import.meta.dirname, '../../src')
const english = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../src/keypeg/words/en.json'), 'utf8'),
) as Record<string, string>

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(ts|svelte)$/.test(name))
const text = (file: string) => readFileSync(join(source, file), 'utf8')

/** Every string that looks like a key; `${…}` in it stands for anything. */
function keys(file: string): string[] {
  const groups = KEYS.map((prefix) => prefix.replace('.', '\\.')).join('|')
  const found = text(file).matchAll(new RegExp(`['"\`]((?:${groups})[^'"\`\\s]*)['"\`]`, 'g'))
  return [...found].map((match) => match[1]!)
}

const used = files.flatMap((file) => keys(file).map((key) => [key, file] as const))

test.each(used)('%s (%s) is in the catalogue', (key) => {
  const pattern = new RegExp(`^${key.replace(/[.]/g, '\\.').replace(/\$\{[^}]*\}/g, '.+')}$`)
  expect(Object.keys(english).filter((one) => pattern.test(one))).not.toEqual([])
})

/** Keys that Python chooses for the page, as `tell` writes them. */
function chosen(): string[] {
  const tell = join(import.meta.dirname, '../../../src/keypeg/tell')
  const sources = readdirSync(tell).filter((name) => name.endsWith('.py'))
  const groups = [...new Set(Object.keys(english).map((key) => key.split('.')[0]))].join('|')
  const pattern = new RegExp(`"((?:${groups})\\.[^"\\s]*)"`, 'g')
  const found = sources.flatMap((name) => [...readFileSync(join(tell, name), 'utf8').matchAll(pattern)])
  const told = found.map((match) => match[1]!.replace(/\{[^}]*\}/g, '${…}'))
  return told.filter((key) => !NOT_SHOWN.some((prefix) => key.startsWith(prefix)))
}

test('the page has the messages that it says, and those that Python chooses for it', () => {
  const all = [...used.map(([key]) => key), ...chosen()]
  expect(all.filter((key) => !Object.values(PARTS).some((holds) => holds(key)))).toEqual([])
})

test('every message of the page is used', () => {
  const patterns = [...used.map(([key]) => key), ...chosen()].map(
    (key) => new RegExp(`^${key.replace(/[.]/g, '\\.').replace(/\$\{[^}]*\}/g, '[^.]+')}$`),
  )
  const idle = Object.keys(english).filter(
    (key) => key.startsWith('web.') && !patterns.some((pattern) => pattern.test(key)),
  )
  expect(idle).toEqual([])
})

/** Errors that the code behind a request raises, by slug. */
function raised(): string[] {
  const root = join(import.meta.dirname, '../../../src/keypeg')
  const parts = ['api', 'boxes', 'core', 'deduce', 'notation', 'review', 'table', 'tell', 'server/http']
  const listed = ['server/compute', 'server/guests', 'server/tables', ...parts].flatMap((part) =>
    readdirSync(join(root, part), { recursive: true, encoding: 'utf8' }).map((name) => join(root, part, name)),
  )
  const python = [...listed.filter((name) => name.endsWith('.py')), join(root, 'players/names.py')]
  const pattern = /\b(?:Malformed|Illegal|Unknown|Conflict|Forbidden|Busy)\(\s*"([a-z-]+)"/g
  return python.flatMap((name) => [...readFileSync(name, 'utf8').matchAll(pattern)].map((match) => match[1]!))
}

test('the page has a sentence for every error of a request', () => {
  // A 503 shows as being offline, whatever it says.
  const slugs = new Set(raised().filter((slug) => slug !== 'database-away'))
  expect(slugs.size).toBeGreaterThan(100)
  expect([...slugs].filter((slug) => !PARTS.errors(`error.${slug}`) || !(`error.${slug}` in english))).toEqual([])
})

test('a share of one is told in percent', async () => {
  await speech.choose('en')
  await speech.load('study')
  expect(speech.say('tell.review.percent', { chance: 0.25 })).toBe('25.0%')
  expect(speech.say('tell.review.told-chance', { bits: 1.5, chance: 1 })).toBe('1.5 bits, 100.0%')
})

test('messages are formatted in the chosen language, also in the pseudo-language', async () => {
  await speech.choose('en')
  expect(speech.say('web.entry.more', { n: 1 })).toBe('Place 1 more peg')
  expect(speech.say('web.entry.more', { n: 3 })).toBe('Place 3 more pegs')
  await speech.choose('en-XA')
  expect(speech.say('web.entry.more', { n: 3 })).toMatch(/^\[Þļåçé 3 ɱöŕé þéĝš.+\]$/)
})

test('a message may hold messages and lists', async () => {
  await speech.choose('en')
  const seat = (number: number): Message => ({ key: 'tell.seat', fields: { seat: number } })
  const people: Message = { key: 'list.and', fields: { items: ['Ada', seat(2)] } }
  expect(speech.render({ key: 'tell.verdict.shared', fields: { who: people } })).toBe(
    'The round is shared: Ada and Seat 2.',
  )
  const code = ['R', 'Y'].map((peg): Message => ({ key: `colour.${peg}`, fields: {} }))
  const marks: Message = {
    key: 'list.clauses',
    fields: { items: [{ key: 'tell.marks.exact', fields: { exact: 1 } }, 'x'] },
  }
  expect(speech.render({ key: 'tell.row', fields: { row: 3, code, marks } })).toBe('Row 3: red, yellow: 1 exact; x.')
  expect(speech.render({ key: 'list.concat', fields: { items: ['Ada', ' (', 3, ')'] } })).toBe('Ada (3)')
  expect(speech.render({ key: 'list.spaced', fields: { items: [{ key: 'tell.level.club', fields: {} }, 3] } })).toBe(
    'Club 3',
  )
  const three: Message = { key: 'list.and', fields: { items: ['Ada', 'Bo', seat(3)] } }
  expect(speech.render(three)).toBe('Ada, Bo and Seat 3')
  expect(speech.render([seat(1), 'Bo'])).toBe('Seat 1, Bo')
})

test('Spanish says e before the sound i', async () => {
  await speech.choose('es')
  const said = (...names: string[]) => names.map((name) => speech.list(['Ada', name]).replace(/^Ada (.) .*/, '$1'))
  expect(said('Inés', 'Íñigo', 'Hilda', 'Yvonne', 'Y')).toEqual(['e', 'e', 'e', 'e', 'e'])
  expect(said('Bo', 'Hierro', 'Yara', 'Yésica')).toEqual(['y', 'y', 'y', 'y'])
  expect(speech.list(['Ada', 'Bo', 'Yvonne'])).toBe('Ada, Bo e Yvonne')
})

test('the sentence of an error is there once its part is loaded', async () => {
  await speech.choose('en')
  const problem: Message = { key: 'error.record-should-be', fields: { right: 'ROYG:1,2' } }
  const told = () => speech.render({ key: 'error.record-line', fields: { line: 4, text: 'x', problem } })
  expect(told()).toBe('')
  await speech.load('errors')
  expect(told()).toBe('Line 4 of the record, “x”: According to the moves it should be “ROYG:1,2”.')
})

test('a stored pt is European Portuguese, in text and numbers', async () => {
  expect(findLanguage('pt')).toBe('pt-PT')
  expect(preferred(['tlh', 'pt-BR', 'de'])).toBe('pt-PT')
  await speech.choose('pt')
  await speech.load('study')
  expect(document.documentElement.lang).toBe('pt-PT')
  expect(speech.say('tell.review.count', { codes: 1680 })).toBe('1680')
})

test('a name from right to left keeps to itself, and others stay as they are', async () => {
  await speech.choose('en')
  const against = (who: string) => speech.say('web.against', { who })
  expect(against('Ada')).toBe('against Ada')
  expect(against('דנה')).toBe('against \u2068דנה\u2069')
  expect(speech.list(['Ada', 'محمد'])).toBe('Ada and \u2068محمد\u2069')
})
