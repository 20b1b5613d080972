/** What the page says is in the English catalogue, with the fields that the message asks for. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { KEYS } from '../../build/keys.ts'
import { speech } from '../../src/words/speech.svelte.ts'

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

test('every message of the page is used', () => {
  const patterns = used.map(([key]) => new RegExp(`^${key.replace(/[.]/g, '\\.').replace(/\$\{[^}]*\}/g, '[^.]+')}$`))
  const idle = Object.keys(english).filter(
    (key) => key.startsWith('web.') && !patterns.some((pattern) => pattern.test(key)),
  )
  expect(idle).toEqual([])
})

test('a share of one is told in percent', async () => {
  await speech.choose('en')
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
