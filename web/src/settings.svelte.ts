/** Settings of this device, and other small things that the page remembers: one file, because every screen needs it. */

import { paint, PALETTES } from './look/colours.ts'

/** Wraps browser storage. If the browser stores nothing, values are lost on reload. */
class Shelf {
  /** `storage` is a function, because where storage is denied, even accessing it throws. */
  constructor(private readonly storage: () => Storage) {}

  /** Return the stored value; `otherwise` if there is none, or if it cannot be read. */
  get<Value>(key: string, otherwise: Value): Value {
    try {
      return (JSON.parse(this.storage().getItem(key) ?? 'null') as Value | null) ?? otherwise
    } catch {
      return otherwise
    }
  }

  /** Store a value; null removes it. */
  put(key: string, value: unknown): void {
    try {
      if (value === null) this.storage().removeItem(key)
      else this.storage().setItem(key, JSON.stringify(value))
    } catch {
      // The page works without it.
    }
  }
}

/** Values stored on this device. */
export const onDevice = new Shelf(() => localStorage)
/** Values stored in this tab, until it is closed. */
export const inTab = new Shelf(() => sessionStorage)

const KEY = 'keypeg.settings'

export type Theme = 'auto' | 'light' | 'dark'
export type Labels = 'none' | 'digits' | 'letters'
export type Motion = 'auto' | 'full' | 'less'

export interface Chosen {
  theme: Theme
  pegs: 'ceramic' | 'flat'
  palette: string
  labels: Labels
  sounds: boolean
  /** Write the marks in words under every row. */
  words: boolean
  /** Show the meaning of the marks at tables. */
  legend: boolean
  /** Guide the reader through a first code. */
  guide: boolean
  /** Notify when it is the reader's turn in a hidden tab. */
  notify: boolean
  motion: Motion
  /** Whether peg shortcuts work everywhere at a table, or only while the focus is on the board. */
  keys: 'page' | 'board'
  language: string
  name: string
}

const DEFAULTS: Chosen = {
  theme: 'auto',
  pegs: 'ceramic',
  palette: 'classic',
  labels: 'none',
  sounds: false,
  words: false,
  legend: true,
  guide: true,
  notify: false,
  motion: 'auto',
  keys: 'page',
  language: '',
  name: '',
}

export const settings: Chosen = $state({ ...DEFAULTS, ...onDevice.get<Partial<Chosen>>(KEY, {}) })

export function choose<Name extends keyof Chosen>(name: Name, value: Chosen[Name]): void {
  settings[name] = value
  onDevice.put(KEY, settings)
  apply()
}

const darkDevice = matchMedia('(prefers-color-scheme: dark)')

/** Apply the settings to the page. */
export function apply(): void {
  const root = document.documentElement
  const dark = settings.theme === 'dark' || (settings.theme === 'auto' && darkDevice.matches)
  root.dataset.theme = dark ? 'dark' : 'light'
  root.dataset.pegs = settings.pegs
  root.dataset.motion = settings.motion
  paint(PALETTES[settings.palette] ?? PALETTES.classic!)
}

darkDevice.addEventListener('change', apply)

/** Return true if animations are off. */
export function still(): boolean {
  if (settings.motion !== 'auto') return settings.motion === 'less'
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
