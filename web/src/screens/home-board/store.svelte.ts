/** The rows of a real board, and what Keypeg has to say of them. */

import type { Against, Diagnosis, Rules } from '../../api/types.ts'
import { EnteredRows } from '../../board/entered-rows.svelte.ts'
import { save, type Saved } from './saved.ts'

const GRADES = ['nudge', 'good', 'best'] as const
/** How many of the codes that fit are listed. */
const LISTED = 24

export class HomeBoardStore extends EnteredRows {
  candidates = $state.raw<string[]>([])
  /** What is wrong; null while everything can be true. */
  diagnosis = $state.raw<Diagnosis | null>(null)
  /** The row that Keypeg would place. */
  proposed = $state('')
  /** What the coach said last, of a hint or of a row that was asked about. */
  said = $state.raw<string[]>([])
  offered = $state('')
  against = $state.raw<Against[]>([])
  #grade = $state(0)

  constructor(
    rules: Rules,
    readonly saved: Saved,
  ) {
    super(rules, saved.seat, saved.own, saved.rows)
    this.changed()
  }

  /** What the next hint would be. */
  get grade(): (typeof GRADES)[number] {
    return GRADES[this.#grade] ?? 'best'
  }

  protected changed(): void {
    save({ ...this.saved, rows: this.rows })
    this.candidates = []
    this.diagnosis = null
    this.proposed = ''
    this.#grade = 0
    this.quiet()
    this.look(LISTED, ({ diagnosis, candidates }) => {
      this.candidates = candidates
      if (diagnosis.fits === false) this.diagnosis = diagnosis
      else void this.#propose()
    })
  }

  async #propose(): Promise<void> {
    if (this.saved.role !== 'break' || this.broken || this.full) return
    await this.ask({ ask: 'propose', level: this.saved.level, seed: this.saved.seed }, ({ move }) => {
      this.proposed = pegsOf(move)
    })
  }

  /** Forget what was said of a row that has changed. */
  quiet(): void {
    this.said = []
    this.offered = ''
    this.against = []
  }

  /** Whether this guess could be the code, and which rows speak against it. */
  async explain(guess: string): Promise<void> {
    this.quiet()
    await this.ask({ ask: 'explain', move: `guess ${guess}` }, ({ said, rows }) => {
      // What a single row says stands at that row.
      this.said = rows.length ? said.slice(0, 1) : said
      this.against = rows
    })
  }

  /** A nudge, then a good row, then the best. */
  async hint(): Promise<void> {
    this.quiet()
    await this.ask({ ask: 'hint', grade: this.grade }, ({ said, move }) => {
      this.said = said
      this.offered = move?.startsWith('guess ') ? pegsOf(move) : ''
      this.#grade = Math.min(this.#grade + 1, GRADES.length - 1)
    })
  }
}

/** The pegs of a move such as `guess RYBG`. */
function pegsOf(move: string | null): string {
  return move?.split(' ')[1] ?? ''
}
