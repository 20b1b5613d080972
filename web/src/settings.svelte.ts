/** Settings of this device, and other small things that the page remembers. It is one file since every screen needs it. */

import { paint, PALETTES } from './look/colours.ts'

/** A browser may keep nothing: then it is forgotten on reload. */
class Shelf {
  /** Where storage is denied, to look for it is an error already. */
  constructor(private readonly storage: () => Storage) {}

  /** What was put there; something else if nothing was, or if it cannot be read. */
  get<Value>(key: string, otherwise: Value): Value {
    try {
      return (JSON.parse(this.storage().getItem(key) ?? 'null') as Value | null) ?? otherwise
    } catch {
      return otherwise
    }
  }

  /** Put something there; null removes what was there. */
  put(key: string, value: unknown): void {
    try {
      if (value === null) this.storage().removeItem(key)
      else this.storage().setItem(key, JSON.stringify(value))
    } catch {
      // The page works without it.
    }
  }
}

/** On this device. */
export const onDevice = new Shelf(() => localStorage)
/** In this tab, until it is closed. */
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
  /** Whether marks are written in words under every row. */
  words: boolean
  /** Whether tables say what their marks mean. */
  legend: boolean
  /** Whether the reader is led through a first code. */
  guide: boolean
  /** Whether to notify when it is the reader's turn in a tab that nobody looks at. */
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
