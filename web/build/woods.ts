/** The colours of both woods as a style sheet, `virtual:woods.css`: birch for light, walnut for dark. Python reads the same file. */

import { readFileSync } from 'node:fs'

import type { Plugin } from 'vite'

const NAME = 'virtual:woods.css'

export function styleSheet(woods: Record<string, Record<string, string>>): string {
  const colours = (wood: string) =>
    Object.entries(woods[wood]!)
      .map(([name, colour]) => `--${name}: ${colour};`)
      .join(' ')
  return `:root { ${colours('birch')} }\n:root[data-theme='dark'] { ${colours('walnut')} }\n`
}

export function woods(file: string): Plugin {
  return {
    name: 'keypeg-woods',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load(id) {
      if (id !== `\0${NAME}`) return null
      this.addWatchFile(file)
      return styleSheet(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>)
    },
  }
}
