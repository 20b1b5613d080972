/** HTTP requests to the server. Errors carry a sentence in the reader's language. */

import { type Fields, render, say, speech } from '../words/speech.svelte.ts'
import { connection } from './connection.svelte.ts'
import { heard } from './server-time.ts'
import type {
  Advice,
  AnyReview,
  AskCheck,
  AskHome,
  AskMark,
  AskSuggest,
  Box,
  Companion,
  Daily,
  DailyArchive,
  Deleted,
  Device,
  Done,
  Fitting,
  HomeAdvice,
  Identity,
  InWindow,
  Made,
  Marked,
  MoveLink,
  NewClaim,
  NewMove,
  NewQuestion,
  NewSay,
  NewTable,
  NewUndo,
  OwnData,
  OwnTables,
  Puzzle,
  PuzzleVerdict,
  Rules,
  RulesPage,
  SharedLink,
  SharedResult,
  Stats,
  Suggested,
  Taken,
  View,
} from './types.ts'

const BASE = '/api/v1'

/** An error response of the server. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly slug: string,
    message: string,
  ) {
    super(message)
  }
}

/** A refusal as it comes; `message` is its text if this page has no sentence for it. */
type ErrorBody = { error: string; message: string } & Fields

const isError = (answer: unknown): answer is ErrorBody =>
  typeof answer === 'object' && answer !== null && 'error' in answer && 'message' in answer

/** The server could not be reached. */
export class Offline extends Error {}

/** How often a request is sent that the server is too busy for, and refuses before it does anything. */
const TRIES = 10

async function request<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const { response, answer } = await send(method, path, body)
    if (response.ok) return answer as Answer
    if (isError(answer) && answer.error === 'server-busy' && tries < TRIES) {
      // Not all who were refused come back at the same moment.
      const seconds = Number(response.headers.get('Retry-After') ?? 1)
      await new Promise((done) => setTimeout(done, 1000 * seconds * (1 + Math.random())))
    } else throw await refusal(response, answer)
  }
}

async function send(method: string, path: string, body?: unknown): Promise<{ response: Response; answer: unknown }> {
  let response: Response
  const answered = connection.asking()
  try {
    response = await fetch(BASE + path, {
      method,
      headers: {
        Accept: 'application/json, image/svg+xml',
        'Accept-Language': speech.language,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  } catch {
    connection.up = false
    throw new Offline(say('web.offline'))
  }
  answered()
  heard(response.headers.get('Date'))
  const text = await response.text()
  const answer: unknown = text && response.headers.get('Content-Type')?.includes('json') ? JSON.parse(text) : text
  return { response, answer }
}

async function refusal({ status }: Response, answer: unknown): Promise<Refused | Offline> {
  if (status === 502 || status === 503 || status === 504) return new Offline(say('web.offline'))
  if (!isError(answer)) return new Refused(status, '', say('web.failed', { status }))
  const { error: slug, message, ...fields } = answer
  const key = `error.${slug}`
  // Without its sentences the page shows the server's, which are in the same language.
  if (!speech.has(key)) await speech.load('errors').catch(() => undefined)
  return new Refused(status, slug, speech.has(key) ? render({ key, fields }) : message)
}

const get = <Answer>(path: string) => request<Answer>('GET', path)
const post = <Answer>(path: string, body: unknown) => request<Answer>('POST', path, body)

/** An idempotency key: a move that is sent twice with it is made once. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const seatQuery = (seat?: number | null) => (seat ? `?seat=${seat}` : '')

export const api = {
  boxes: () => get<Box[]>('/boxes'),
  makeTable: (table: NewTable) => post<Made>('/tables', table),
  takeSeat: (table: string, invite: string, name?: string) =>
    post<Taken>(`/tables/${table}/seats`, { invite, ...(name ? { name } : {}) }),
  view: (table: string, seat?: number | null) => get<View>(`/tables/${table}/view${seatQuery(seat)}`),
  move: (table: string, body: NewMove) => post<Done>(`/tables/${table}/moves`, body),
  undo: (table: string, body: NewUndo) => post<Done>(`/tables/${table}/undo`, body),
  claim: (table: string, body: NewClaim) => post<Done>(`/tables/${table}/claims`, body),
  callWindow: (table: string, body: InWindow) => post<Done>(`/tables/${table}/window`, body),
  say: (table: string, body: NewSay) => post<Done>(`/tables/${table}/says`, body),
  coach: (table: string, body: NewQuestion) => post<Advice>(`/tables/${table}/coach`, body),
  rematch: (table: string, seat: number | null) => post<Made>(`/tables/${table}/rematch`, { seat }),
  rename: (name: string) => request<Identity>('PATCH', '/me', { name }),
  moveLink: () => post<MoveLink>('/me/links', {}),
  adopt: (code: string) => post<Identity>('/me/adopt', { code }),
  devices: () => get<Device[]>('/me/devices'),
  signOut: (device: string) => request<Device[]>('DELETE', `/me/devices/${device}`),
  ownData: () => get<OwnData>('/me/data'),
  forget: () => request<Deleted>('DELETE', '/me'),
  facts: (text: string) => get<Rules>(`/rules?text=${encodeURIComponent(text)}`),
  rulesPage: (box: string) => get<RulesPage>(`/boxes/${encodeURIComponent(box)}/rules`),
  daily: (day?: string) => get<Daily>(`/daily${day ? `?day=${day}` : ''}`),
  startDaily: (day: string) => post<Made>(`/daily?day=${day}`, {}),
  dailyArchive: (before?: string) => get<DailyArchive>(`/daily/archive${before ? `?before=${before}` : ''}`),
  share: (table: string, seat: number | null) => post<SharedLink>(`/tables/${table}/shares${seatQuery(seat)}`, {}),
  shared: (share: string) => get<SharedResult>(`/results/${share}`),
  sameCode: (share: string) => post<Made>(`/results/${share}/tables`, {}),
  puzzle: (kind: Puzzle['kind'], level: Puzzle['level'], seed: string) =>
    get<Puzzle>(`/puzzles/${kind}?level=${level}&seed=${seed}`),
  answerPuzzle: ({ kind, level, seed }: Puzzle, answer: string) =>
    post<PuzzleVerdict>(`/puzzles/${kind}?level=${level}&seed=${seed}`, { answer }),
  qr: (text: string) => post<string>('/qr', { text }),
  review: (table: string) => get<AnyReview>(`/tables/${table}/review`),
  stats: () => get<Stats>('/me/stats'),
  mark: (body: AskMark) => post<Marked>('/tools/mark', body),
  check: (body: AskCheck) => post<Fitting>('/tools/check', body),
  suggest: (body: AskSuggest) => post<Suggested>('/tools/suggest', body),
  home: (body: AskHome) => post<HomeAdvice>('/tools/home', body),
  ownTables: (over: boolean, before?: number) =>
    get<OwnTables>(`/me/tables?over=${over}${before === undefined ? '' : `&before=${before}`}`),
  dismiss: (table: string) => post<Done>(`/tables/${table}/dismiss`, {}),
  people: () => get<Companion[]>('/me/people'),
}
