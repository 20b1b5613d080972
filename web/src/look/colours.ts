/** The colours of pegs by palette letter, and of what is engraved in them. */

export type Palette = Record<string, { body: string; ink: string }>

const DARK = '#24180c'
const LIGHT = '#ffffff'

export const CLASSIC: Palette = {
  R: { body: '#c4302a', ink: LIGHT },
  O: { body: '#ec7a22', ink: DARK },
  Y: { body: '#f4c52f', ink: DARK },
  G: { body: '#25803f', ink: LIGHT },
  B: { body: '#2a5fb8', ink: LIGHT },
  P: { body: '#7b3f9b', ink: LIGHT },
  W: { body: '#f7f2e8', ink: DARK },
  N: { body: '#70472a', ink: LIGHT },
  C: { body: '#3bbccb', ink: DARK },
  D: { body: '#55595f', ink: LIGHT },
  E: { body: '#0a6a58', ink: LIGHT },
  F: { body: '#cf3a93', ink: LIGHT },
  H: { body: '#d7a441', ink: DARK },
  K: { body: '#1d1a18', ink: LIGHT },
  L: { body: '#b3d84a', ink: DARK },
}

/** For eyes that tell red and green apart with difficulty: hues that differ in lightness too. */
export const CLEAR: Palette = {
  ...CLASSIC,
  R: { body: '#b8321a', ink: LIGHT },
  O: { body: '#e69f00', ink: DARK },
  Y: { body: '#f5e663', ink: DARK },
  G: { body: '#00664a', ink: LIGHT },
  B: { body: '#0072b2', ink: LIGHT },
  P: { body: '#cc79a7', ink: DARK },
  N: { body: '#4a2a12', ink: LIGHT },
}

/** Quieter glazes. */
export const SOFT: Palette = {
  ...CLASSIC,
  R: { body: '#a8443c', ink: LIGHT },
  O: { body: '#dd8f55', ink: DARK },
  Y: { body: '#e5cb72', ink: DARK },
  G: { body: '#4a7554', ink: LIGHT },
  B: { body: '#466a9c', ink: LIGHT },
  P: { body: '#74528a', ink: LIGHT },
  N: { body: '#6d5040', ink: LIGHT },
}

export const PALETTES: Record<string, Palette> = { classic: CLASSIC, clear: CLEAR, soft: SOFT }

/** Paint all pegs of the page with a palette. */
export function paint(palette: Palette): void {
  for (const [letter, { body, ink }] of Object.entries(palette)) {
    document.documentElement.style.setProperty(`--peg-${letter}`, body)
    document.documentElement.style.setProperty(`--ink-${letter}`, ink)
  }
}
