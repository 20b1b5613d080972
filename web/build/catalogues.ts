/** The catalogues as modules: `virtual:words/page/de` holds the parsed messages of one language that the page starts with, `virtual:words/rules/de` its rules. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'

import { type Part, PARTS, PSEUDO } from './keys.ts'
import { pseudo } from './pseudo.ts'

const INDEX = 'virtual:words'

export function languages(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -5))
    .sort()
}

export function catalogue(folder: string, language: string): Record<string, string> {
  return JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Record<string, string>
}

/** The messages that are wanted: text as it is, everything else parsed. */
export function compiled(folder: string, language: string, part: Part): Record<string, unknown> {
  // Fall back to English for messages without a translation.
  const source = { ...catalogue(folder, 'en'), ...(language === PSEUDO ? {} : catalogue(folder, language)) }
  const chosen = Object.entries(source).filter(([key]) => PARTS[part](key))
  return Object.fromEntries(
    chosen.map(([key, text]) => {
      const parsed = parse(text, { ignoreTag: true, shouldParseSkeletons: true, captureLocation: false })
      inPercent(parsed)
      const message = language === PSEUDO ? pseudo(parsed) : parsed
      const only = message[0]
      return [key, message.length === 1 && only?.type === TYPE.literal ? only.value : message]
    }),
  )
}

/** Drop the scale of percentages: browsers multiply by 100 themselves, ICU needs it in the message. */
function inPercent(message: MessageFormatElement[]): void {
  for (const part of message) {
    if (part.type === TYPE.number && part.style && typeof part.style === 'object') {
      const options = part.style.parsedOptions
      if (options.style === 'percent' && options.scale === 100) delete options.scale
    } else if (part.type === TYPE.select || part.type === TYPE.plural) {
      for (const option of Object.values(part.options)) inPercent(option.value)
    }
  }
}

export function catalogues(folder: string): Plugin {
  return {
    name: 'keypeg-catalogues',
    resolveId: (id) => (id === INDEX || id.startsWith(`${INDEX}/`) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${INDEX}`)) return null
      const known = [...languages(folder), PSEUDO]
      const [, part, language] = id.split('/')
      if (part && language) {
        this.addWatchFile(join(folder, `${language === PSEUDO ? 'en' : language}.json`))
        const json = JSON.stringify(compiled(folder, language, part as Part))
        return `export default JSON.parse(${JSON.stringify(json)})`
      }
      const loaders = Object.keys(PARTS).map((part) => {
        const each = known.map((name) => `${JSON.stringify(name)}: () => import("${INDEX}/${part}/${name}")`)
        return `${part}: {${each.join(',')}}`
      })
      const names = languages(folder).map((name) => [name, catalogue(folder, name)['language.name'] ?? name])
      return `export const ownNames = ${JSON.stringify(Object.fromEntries(names))}
export const loaders = {${loaders.join(',')}}`
    },
  }
}
