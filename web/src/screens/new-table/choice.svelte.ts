/** The choices for a new table, and the rules text they make. */

import type { Box, Clock, Coach, LevelName, NewTable, Option, Rules, Sitter } from '../../api/types.ts'
import { settings } from '../../settings.svelte.ts'
import { LEVELS } from '../../words/names.ts'

export const OFF = 'off'
export const ON = 'on'
export const UNLIMITED = 'unlimited'

/** The usual clock of an open table. */
const OPEN_CLOCK: Clock = { seconds: 300, more: 5 }

/** How a seat can be filled: by the reader, by someone else at this device, by link, or by a computer. */
export type Chair = 'me' | 'here' | 'link' | LevelName

export interface Form {
  holes: number
  colours: number
  distinct: boolean
  blanks: boolean
}

export class Choice {
  box = $state.raw<Box>(undefined as unknown as Box)
  form = $state<Form>({ holes: 4, colours: 6, distinct: false, blanks: false })
  variants = $state<string[]>([])
  values = $state<Record<string, string>>({})
  /** Who was chosen for each seat; the others have the usual choice. */
  chosen = $state<(Chair | undefined)[]>([])
  tricky = $state(false)
  /** The server's facts about the chosen rules, once it has answered. */
  facts = $state.raw<Rules | null>(null)
  names = $state<string[]>([])
  coach = $state<Coach>('off')
  clock = $state<Clock | null>(null)
  /** True if this server has open tables; `open` is true if this table is to be one. */
  mayOpen = $state(false)
  open = $state(false)
  grace = $state<number | null>(180)
  watch = $state(true)
  /** Seconds of a call window; null for no limit, undefined for the usual time with this clock. */
  callWindow = $state<number | null | undefined>(undefined)

  constructor(
    readonly boxes: Box[],
    private readonly others: Chair | null,
    /** The reader's last name. */
    private readonly own = '',
  ) {
    this.take(boxes[0]!)
  }

  take(box: Box): void {
    this.box = box
    this.variants = []
    this.values = {}
  }

  /** Start from rules that the server has parsed. */
  start(rules: { box: string; text: string; variants: string[]; options: Record<string, string> }): void {
    const box = this.boxes.find((one) => one.id === rules.box) ?? this.boxes.find((one) => one.free)
    if (!box) return
    this.take(box)
    const form = /^(\d+)x(\d+)(d?)(b?)/.exec(rules.text)
    if (box.free && form) {
      this.form = { holes: Number(form[1]), colours: Number(form[2]), distinct: form[3] !== '', blanks: form[4] !== '' }
    }
    this.variants = rules.variants
    this.values = { ...rules.options }
  }

  set(option: string, value: string): void {
    this.values = { ...this.values, [option]: value }
  }

  toggle(variant: string): void {
    this.variants = this.variants.includes(variant)
      ? this.variants.filter((one) => one !== variant)
      : [...this.variants, variant]
  }

  value(option: Option): string {
    return this.values[option.name] ?? option.default
  }

  /** The options that make sense with the current choices. */
  readonly available = $derived.by(() =>
    this.box.options.filter(
      (option) => option.needs.every((one) => this.#holds(one)) && !option.excludes.some((one) => this.#holds(one)),
    ),
  )

  readonly changed = $derived.by(() => this.available.filter((option) => this.value(option) !== option.default))

  readonly text = $derived.by(() => {
    const { holes, colours, distinct, blanks } = this.form
    const name = this.box.free ? `${holes}x${colours}${distinct ? 'd' : ''}${blanks ? 'b' : ''}` : this.box.id
    const options = this.changed.map((option) => {
      const value = this.value(option)
      return value === ON ? option.name : `${option.name}=${value}`
    })
    return name + this.variants.map((one) => `+${one}`).join('') + (options.length ? `:${options.join(',')}` : '')
  })

  readonly seats = $derived(Number(this.values.seats ?? this.box.rules.seats))

  /** Who sits where. Novices are usual for a split code: stronger computers remember more than most people. */
  readonly chairs = $derived.by(() => {
    const usual: Chair = this.others ?? (this.box.rules.split ? 'novice' : 'club')
    return Array.from({ length: this.seats }, (_, at): Chair => this.chosen[at] ?? (at ? usual : 'me'))
  })
  readonly hasComputer = $derived(this.chairs.some((chair) => (LEVELS as readonly string[]).includes(chair)))
  /** True if the reader plays with other people, who want to know whom they play with. */
  readonly company = $derived(this.chairs.some((chair) => chair === 'here' || chair === 'link'))

  /** The usual call window in seconds; null for none, where nobody elsewhere would have to wait: for people who share this
   * device, in somebody's first match, and with days on the clock. */
  readonly usualWindow = $derived.by(() => {
    const people = this.chairs.filter((chair) => chair === 'me' || chair === 'here').length
    const here = !this.hasLink && (people > 1 || settings.guide)
    return here || (this.clock && this.clock.seconds >= 86400) ? null : 6
  })

  readonly hasLink = $derived(this.chairs.includes('link'))

  /** Open the table to everyone, or not; an open one has a clock. */
  setOpen(open: boolean): void {
    this.open = open
    if (open) this.clock ??= OPEN_CLOCK
  }

  /** Return the name of the person at this seat. */
  nameAt(at: number): string {
    return this.names[at] ?? (this.chairs[at] === 'me' ? this.own : '')
  }

  /** Return the request for the table. */
  table(): NewTable {
    const seats = this.chairs.map((chair, at): Sitter => {
      if (chair === 'me' || chair === 'here') return { kind: 'me', name: this.nameAt(at).trim() }
      if (chair === 'link') return { kind: 'open' }
      return { kind: 'computer', player: this.tricky && this.facts?.tricky ? `${chair}+tricky` : chair }
    })
    return {
      rules: this.text,
      seats,
      coach: this.coach,
      clock: this.clock,
      grace: this.grace,
      watch: this.watch,
      ...this.#callWindow(),
    }
  }

  /** The call window, if it is not what the server takes anyway. */
  #callWindow(): Pick<NewTable, 'call_window'> {
    if (!this.box.rules.split) return {}
    if (this.callWindow !== undefined) return { call_window: this.callWindow }
    return this.usualWindow === null ? { call_window: null } : {}
  }

  /** Check conditions; of several separated by "/", one is enough. */
  #holds(conditions: string): boolean {
    return conditions.split('/').some((one) => this.#oneHolds(one))
  }

  #oneHolds(condition: string): boolean {
    if (condition.startsWith('+')) return this.variants.includes(condition.slice(1))
    const [name, value] = condition.split('=')
    const option = this.box.options.find((one) => one.name === name)
    return option !== undefined && this.value(option) === value
  }
}
