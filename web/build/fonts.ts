/** The typefaces of the page and their style sheet: each in subsets of which a browser loads only those whose letters are shown. */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

interface Standin {
  /** Names of a font that systems have, and of others with the same widths. */
  local: string[]
  weight: string
  /** How much narrower or wider the typeface is, measured on the texts of the page. */
  size: number
}

interface Typeface {
  family: string
  from: string
  weight: string
  axes: Record<string, number | { min: number; max: number }>
  /** Of the em, as the font has them. */
  ascent: number
  descent: number
  /** Shown until the font is there, in its size, so that nothing moves when it comes. */
  standins: Standin[]
}

export const TYPEFACES: Typeface[] = [
  {
    family: 'Nunito',
    from: 'nunito',
    weight: '400 700',
    axes: { wght: { min: 400, max: 700 } },
    ascent: 1.011,
    descent: 0.353,
    standins: [
      { local: ['Arial', 'Arimo', 'Liberation Sans'], weight: '400', size: 0.9985 },
      { local: ['Arial Bold', 'Arimo Bold', 'Liberation Sans Bold'], weight: '700', size: 0.949 },
      { local: ['Roboto'], weight: '400', size: 1.011 },
      { local: ['Roboto Bold'], weight: '700', size: 1.013 },
      { local: ['DejaVu Sans'], weight: '400', size: 0.886 },
      { local: ['DejaVu Sans Bold'], weight: '700', size: 0.799 },
    ],
  },
  {
    family: 'Literata',
    from: 'literata',
    weight: '600',
    axes: { wght: 600 },
    ascent: 1.177,
    descent: 0.308,
    standins: [
      { local: ['Georgia Bold', 'Gelasio Bold'], weight: '700', size: 0.95 },
      { local: ['Times New Roman Bold', 'Tinos Bold', 'Liberation Serif Bold'], weight: '700', size: 1.137 },
      { local: ['DejaVu Serif Bold'], weight: '700', size: 0.861 },
    ],
  },
]

const between = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at)

/** The letters that our languages need. */
function used(words: string): Set<number> {
  const files = readdirSync(words).filter((name) => name.endsWith('.json'))
  const texts = files.flatMap((name) =>
    Object.values(JSON.parse(readFileSync(join(words, name), 'utf8')) as Record<string, string>),
  )
  return new Set([...texts.join('')].map((letter) => letter.codePointAt(0)!))
}

interface Subset {
  name: string
  /** The file of the package that has these letters. */
  file: string
  letters: number[]
}

/** English needs the first, the other languages one or two more, and the names of people now and then the last. */
export function subsets(words: string): Subset[] {
  const needed = used(words)
  const extended = [...between(0x100, 0x17f), ...between(0x218, 0x21b), 0x1e9e]
  // Quotation marks, dashes and arrows, in whatever language.
  const signs = [...needed].filter((letter) => letter >= 0xa0 && !/\p{L}/u.test(String.fromCodePoint(letter)))
  return [
    { name: 'latin', file: 'latin', letters: [...between(0x20, 0x7e), 0xd7, ...signs] },
    {
      name: 'accents',
      file: 'latin',
      letters: between(0xa1, 0xff).filter((one) => one !== 0xd7 && !signs.includes(one)),
    },
    { name: 'central', file: 'latin-ext', letters: extended.filter((letter) => needed.has(letter)) },
    { name: 'more', file: 'latin-ext', letters: extended.filter((letter) => !needed.has(letter)) },
    { name: 'cyrillic', file: 'cyrillic', letters: between(0x400, 0x45f) },
  ]
}

/** Letters as CSS names them: `U+20-7e, U+b7`. */
export function unicodeRange(letters: number[]): string {
  const runs: [number, number][] = []
  for (const letter of [...letters].sort((one, other) => one - other)) {
    const last = runs.at(-1)
    if (last && letter === last[1] + 1) last[1] = letter
    else runs.push([letter, letter])
  }
  return runs.map(([first, last]) => `U+${first.toString(16)}${last > first ? `-${last.toString(16)}` : ''}`).join(', ')
}

const percent = (share: number): string => `${Number((100 * share).toFixed(2))}%`

function standinRules({ family, ascent, descent, standins }: Typeface): string[] {
  return standins.map(
    ({ local, weight, size }) => `@font-face {
  font-family: '${family} ${local[0]!.replace(/ Bold$/, '')}';
  font-weight: ${weight};
  src: ${local.map((name) => `local('${name}')`).join(', ')};
  size-adjust: ${percent(size)};
  ascent-override: ${percent(ascent / size)};
  descent-override: ${percent(descent / size)};
  line-gap-override: 0%;
}`,
  )
}

const folderOf = ({ from }: Typeface): string =>
  dirname(createRequire(import.meta.url).resolve(`@fontsource-variable/${from}/package.json`))

/** The address of a file changes with its contents. */
function address(name: string, suffix: string, source: Uint8Array | string): string {
  return `assets/${name}-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.${suffix}`
}

interface Made {
  path: string
  source: Uint8Array
  rule: string
}

async function make(face: Typeface, { name, file, letters }: Subset): Promise<Made> {
  const whole = readFileSync(join(folderOf(face), 'files', `${face.from}-${file}-wght-normal.woff2`))
  const text = String.fromCodePoint(...letters)
  const source = await subsetFont(whole, text, { targetFormat: 'woff2', variationAxes: face.axes })
  const path = address(`${face.from}-${name}`, 'woff2', source)
  const rule = `@font-face {
  font-family: '${face.family}';
  font-weight: ${face.weight};
  font-display: swap;
  src: url('${basename(path)}') format('woff2');
  unicode-range: ${unicodeRange(letters)};
}`
  return { path, source, rule }
}

export function fonts(words: string): Plugin {
  const preload: string[] = []
  let sheet = ''
  let base = '/'
  return {
    name: 'keypeg-fonts',
    apply: 'build',
    configResolved(config) {
      base = config.base
    },
    async buildStart() {
      const made = await Promise.all(TYPEFACES.flatMap((face) => subsets(words).map((subset) => make(face, subset))))
      for (const { path, source } of made) this.emitFile({ type: 'asset', fileName: path, source })
      for (const face of TYPEFACES) {
        const source = readFileSync(join(folderOf(face), 'LICENSE'))
        this.emitFile({ type: 'asset', fileName: `assets/${face.from}-LICENSE.txt`, source })
      }
      const rules = [...made.map(({ rule }) => rule), ...TYPEFACES.flatMap(standinRules)].join('\n')
      sheet = address('fonts', 'css', rules)
      this.emitFile({ type: 'asset', fileName: sheet, source: rules })
      preload.push(...made.flatMap(({ path }) => (path.includes('-latin-') ? [path] : [])))
    },
    transformIndexHtml: () => [
      // Every screen needs these; without the hint a browser finds them only once the page is drawn.
      ...preload.map((path) => ({
        tag: 'link',
        attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: base + path, crossorigin: '' },
        injectTo: 'head' as const,
      })),
      { tag: 'link', attrs: { rel: 'stylesheet', href: base + sheet }, injectTo: 'head' as const },
    ],
  }
}
