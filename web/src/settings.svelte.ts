/** Settings of this device, in localStorage. */

import { paint, PALETTES } from './look/colours.ts'

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

function load(): Chosen {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Chosen>) }
  } catch {
    return { ...DEFAULTS }
  }
}

export const settings: Chosen = $state(load())

export function choose<Name extends keyof Chosen>(name: Name, value: Chosen[Name]): void {
  settings[name] = value
  try {
    localStorage.setItem(KEY, JSON.stringify(settings))
  } catch {
    // Without storage the choice is lost on reload.
  }
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
