/** The player's notes on a code: which pegs are ruled out in which holes. Stored on this device only. */

import { onDevice } from '../../settings.svelte.ts'

export class Notes {
  #crossed = $state<string[]>([])
  readonly #key: string

  constructor(key: string) {
    this.#key = `keypeg.notes.${key}`
    this.#crossed = onDevice.get<string[]>(this.#key, [])
  }

  has(hole: number, peg: string): boolean {
    return this.#crossed.includes(`${hole}${peg}`)
  }

  /** Return all pegs that are crossed out for a hole. */
  at(hole: number): string {
    return this.#crossed.flatMap((note) => (note.startsWith(String(hole)) ? [note.slice(1)] : [])).join('')
  }

  toggle(hole: number, peg: string): void {
    const note = `${hole}${peg}`
    this.#set(this.has(hole, peg) ? this.#crossed.filter((one) => one !== note) : [...this.#crossed, note])
  }

  /** Cross a peg out in every hole, or in none if it was crossed out in all. */
  toggleAll(peg: string, holes: number): void {
    const all = Array.from({ length: holes }, (_, hole) => `${hole}${peg}`)
    const others = this.#crossed.filter((note) => !all.includes(note))
    this.#set(others.length + holes === this.#crossed.length ? others : [...others, ...all])
  }

  clear(): void {
    this.#set([])
  }

  #set(notes: string[]): void {
    this.#crossed = notes
    onDevice.put(this.#key, notes)
  }
}
