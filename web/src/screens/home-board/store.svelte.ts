/** The rows of a real board, and what Keypeg has to say of them. */

import { api } from '../../api/client.ts'
import type { Against, AskHome, Diagnosis, HomeAdvice, Rules } from '../../api/types.ts'
import { LatestAnswer } from '../../api/latest-answer.ts'
import { EnteredRows } from '../../board/entered-rows.svelte.ts'
import { save, type Saved } from './saved.ts'

const GRADES = ['nudge', 'good', 'best'] as const
/** How many of the codes that fit are listed. */
const LISTED = 24

export class HomeBoardStore extends EnteredRows {
  /** How many codes fit; undefined while that is being counted, null where they are too many. */
  left = $state<number | null | undefined>(undefined)
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
  readonly #latest = new LatestAnswer()

  constructor(
    rules: Rules,
    readonly saved: Saved,
  ) {
    super(rules, saved.seat, saved.rows)
    this.changed()
  }

  /** What the next hint would be. */
  get grade(): (typeof GRADES)[number] {
    return GRADES[this.#grade] ?? 'best'
  }

  protected changed(): void {
    save({ ...this.saved, rows: this.rows })
    this.#latest.anew()
    this.left = this.rows.length || this.saved.own.length ? undefined : (this.rules.size[this.seat - 1] ?? null)
    this.candidates = []
    this.diagnosis = null
    this.proposed = ''
    this.#grade = 0
    this.quiet()
    if (this.left !== undefined) void this.#propose()
    else void this.#ask({ ask: 'look', first: LISTED }, (answer) => this.#look(answer))
  }

  #look({ diagnosis, candidates }: HomeAdvice): void {
    this.left = diagnosis.codes
    this.candidates = candidates
    if (diagnosis.fits === false) this.diagnosis = diagnosis
    else void this.#propose()
  }

  async #propose(): Promise<void> {
    if (this.saved.role !== 'break' || this.broken || this.full) return
    await this.#ask({ ask: 'propose', level: this.saved.level, seed: this.saved.seed }, ({ move }) => {
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
    await this.#ask({ ask: 'explain', move: `guess ${guess}` }, ({ said, rows }) => {
      // What a single row says stands at that row.
      this.said = rows.length ? said.slice(0, 1) : said
      this.against = rows
    })
  }

  /** A nudge, then a good row, then the best. */
  async hint(): Promise<void> {
    this.quiet()
    await this.#ask({ ask: 'hint', grade: this.grade }, ({ said, move }) => {
      this.said = said
      this.offered = move?.startsWith('guess ') ? pegsOf(move) : ''
      this.#grade = Math.min(this.#grade + 1, GRADES.length - 1)
    })
  }

  #ask(question: Pick<AskHome, 'ask'> & Partial<AskHome>, take: (answer: HomeAdvice) => void): Promise<void> {
    this.refusal = ''
    const whole = { rules: this.rules.text, rows: this.texts, seat: this.seat, own: this.saved.own, ...question }
    return this.#latest.ask(
      () => api.home(whole),
      take,
      (why) => (this.refusal = why),
    )
  }
}

/** The pegs of a move such as `guess RYBG`. */
function pegsOf(move: string | null): string {
  return move?.split(' ')[1] ?? ''
}
