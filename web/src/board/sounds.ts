/** Synthesised sounds of wood and clay, if the settings turn them on. */

import { settings } from '../settings.svelte.ts'

let context: AudioContext | null = null

function knock(frequency: number, length: number, loudness: number, delay = 0): void {
  if (!settings.sounds) return
  context ??= new AudioContext()
  const at = context.currentTime + delay
  const tone = context.createOscillator()
  const gain = context.createGain()
  tone.type = 'triangle'
  tone.frequency.setValueAtTime(frequency, at)
  tone.frequency.exponentialRampToValueAtTime(frequency * 0.6, at + length)
  gain.gain.setValueAtTime(loudness, at)
  gain.gain.exponentialRampToValueAtTime(0.001, at + length)
  tone.connect(gain).connect(context.destination)
  tone.start(at)
  tone.stop(at + length)
}

export const sounds = {
  peg: () => knock(420, 0.08, 0.25),
  row: () => knock(240, 0.14, 0.3),
  turn: () => [0, 0.12].forEach((delay) => knock(520, 0.1, 0.18, delay)),
  lost: () => [330, 262].forEach((tone, at) => knock(tone, 0.3, 0.15, at * 0.18)),
  end: () => [392, 494, 587, 784].forEach((tone, at) => knock(tone, 0.25, 0.2, at * 0.11)),
}
