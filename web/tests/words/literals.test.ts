/** No word that people see stands in a component: all come from the catalogues. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { parse, type AST } from 'svelte/compiler'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../../src')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.svelte'))

/** The same in all languages. */
const NAMES = new Set(['Keypeg', 'Enter'])
const SEEN = new Set(['title', 'aria-label', 'aria-description', 'alt', 'placeholder', 'label'])

const words = (text: string) => (text.match(/\p{L}{2,}/gu) ?? []).filter((word) => !NAMES.has(word))

/** Every text of a component that would be shown or read out as it stands. */
function literals(node: unknown, found: string[] = []): string[] {
  if (typeof node !== 'object' || node === null) return found
  const { type } = node as { type?: string }
  if (type === 'Text') found.push(...words((node as AST.Text).data))
  else if (type === 'Attribute') {
    const { name, value } = node as AST.Attribute
    if (SEEN.has(name)) literals(value, found)
    return found
  } else if (type !== 'ExpressionTag' && type !== 'Comment' && type !== 'StyleDirective') {
    for (const [key, child] of Object.entries(node)) {
      if (key !== 'css' && key !== 'instance' && key !== 'module' && key !== 'metadata') literals(child, found)
    }
  }
  return found
}

test.each(files)('%s shows no words of its own', (file) => {
  const { fragment } = parse(readFileSync(join(source, file), 'utf8'), { modern: true })
  expect(literals(fragment)).toEqual([])
})

test('a word of its own is found', () => {
  const found = (text: string) => literals(parse(text, { modern: true }).fragment)
  expect(found('<p>Hello {name}</p>')).toEqual(['Hello'])
  expect(found('<button title="Close it">×</button>')).toEqual(['Close', 'it'])
  expect(found("{#if a}<p class='soft'>{say('web.a')}</p>{:else}Keypeg{/if}")).toEqual([])
})
