/** The rows of a home board, with the answers of the doctor, the coach and the computer player. */

import type { Against, Diagnosis, Message, Rules } from '../../api/types.ts'
import { EnteredRows } from '../../board/entered-rows.svelte.ts'
import { save, type Saved } from './saved.ts'

const GRADES = ['nudge', 'good', 'best'] as const
/** Number of codes that fit to list. */
const LISTED = 24

export class HomeBoardStore extends EnteredRows {
  candidates = $state.raw<string[]>([])
  /** The doctor's diagnosis if no code fits, else null. */
  diagnosis = $state.raw<Diagnosis | null>(null)
  /** The row that Keypeg proposes. */
  proposed = $state('')
  /** The coach's last hint or comment. */
  said = $state.raw<Message[]>([])
  offered = $state('')
  against = $state.raw<Against[]>([])
  #grade = $state(0)
  /** Resolves when the server has first answered. */
  readonly ready: Promise<void>

  constructor(
    rules: Rules,
    readonly saved: Saved,
  ) {
    super(rules, saved.seat, saved.own, saved.rows)
    this.ready = this.changed()
  }

  /** The grade of the next hint. */
  get grade(): (typeof GRADES)[number] {
    return GRADES[this.#grade] ?? 'best'
  }

  protected changed(): Promise<void> {
    save({ ...this.saved, rows: this.rows })
    this.candidates = []
    this.diagnosis = null
    this.proposed = ''
    this.#grade = 0
    this.quiet()
    return this.look(LISTED, ({ diagnosis, candidates }) => {
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

  /** Clear the coach's answer. */
  quiet(): void {
    this.said = []
    this.offered = ''
    this.against = []
  }

  /** Ask whether this guess could be the code, and which rows contradict it. */
  async explain(guess: string): Promise<void> {
    this.quiet()
    await this.ask({ ask: 'explain', move: `guess ${guess}` }, ({ messages, rows }) => {
      // The comment on a single row is drawn at that row.
      this.said = rows.length ? messages.slice(0, 1) : messages
      this.against = rows
    })
  }

  /** Ask for a hint: first a nudge, then a good row, then the best. */
  async hint(): Promise<void> {
    this.quiet()
    await this.ask({ ask: 'hint', grade: this.grade }, ({ messages, move }) => {
      this.said = messages
      this.offered = move?.startsWith('guess ') ? pegsOf(move) : ''
      this.#grade = Math.min(this.#grade + 1, GRADES.length - 1)
    })
  }
}

/** Return the pegs of a move such as `guess RYBG`. */
function pegsOf(move: string | null): string {
  return move?.split(' ')[1] ?? ''
}
