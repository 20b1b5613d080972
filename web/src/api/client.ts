/** Requests to the server, or to this device. Errors carry a sentence in the reader's language. */

import { hasDatabase } from '../device/database.ts'
import { type Fields, render, say, speech } from '../words/speech.svelte.ts'
import { connection } from './connection.svelte.ts'
import { here, isHere, leadsHere, STATIC } from './here.svelte.ts'
import { heard, heardHere } from './server-time.ts'
export { newKey } from './keys.ts'
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
  NewInvite,
  NewRefusal,
  NewSay,
  NewTable,
  NewUndo,
  OpenTables,
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

/** The body of an error response; `message` is shown if this page has no sentence for the error. */
type ErrorBody = { error: string; message: string } & Fields

const isError = (answer: unknown): answer is ErrorBody =>
  typeof answer === 'object' && answer !== null && 'error' in answer && 'message' in answer

/** The server could not be reached, or Python could not be started on this device. */
export class Offline extends Error {
  constructor(why = 'web.offline') {
    super(say(why))
  }
}

/** How often to send a request that a busy server refuses before it does anything. */
const TRIES = 10

/** Timeout in milliseconds of requests that the server answers at once, because a broken line raises no error. */
const PATIENCE = 10_000

/** Milliseconds after which this device answers instead, if it can; less once the server has been silent. */
const INSTEAD_AFTER = 4000
const INSTEAD_SOON = 1000

async function request<Answer>(method: string, path: string, body?: unknown, patience?: number): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const { response, answer } = await send(method, path, body, patience)
    if (response.ok) return answer as Answer
    if (isError(answer) && answer.error === 'server-busy' && tries < TRIES) {
      // Jitter, so that refused clients do not all come back at the same moment.
      const seconds = Number(response.headers.get('Retry-After') ?? 1)
      await new Promise((done) => setTimeout(done, 1000 * seconds * (1 + Math.random())))
    } else throw await refusal(response, answer)
  }
}

interface Answered {
  response: Response
  answer: unknown
}

/** Tables on this device are known by their ids. Requests without a table are answered here if the server is away. */
const onlyHere = (path: string) => STATIC || leadsHere(path)
const alsoHere = (path: string) => here.ready && !/^\/(tables\/|records|open-tables|daily|me\b)/.test(path)

async function send(method: string, path: string, body?: unknown, patience?: number): Promise<Answered> {
  if (onlyHere(path)) return sendHere(method, path, body)
  if (!alsoHere(path)) return sendToServer(method, path, body, patience)
  if (!navigator.onLine) return instead(method, path, body)
  if (path === '/tables') return makeOnce(method, path, body)
  const asked = sendToServer(method, path, body, patience)
  try {
    return await inTime(asked)
  } catch (error) {
    if (!(error instanceof Offline)) throw error
    // A slow server may still answer what this device cannot.
    return instead(method, path, body).catch(() => asked)
  }
}

/**
 * Make a table in one place only: check that the server can be reached before anything is sent. If it answers, wait for
 * it, however slow it is; if it is silent, send it nothing that it might find later.
 */
async function makeOnce(method: string, path: string, body: unknown): Promise<Answered> {
  const make = () => sendToServer(method, path, body)
  try {
    await inTime(sendToServer('GET', '/me'))
  } catch {
    return instead(method, path, body).catch(make)
  }
  return make()
}

/** Wait for the server only briefly, because this device can do without it. Its answer may still come later. */
function inTime<Answer>(asked: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const silent = () => {
      connection.cut()
      reject(new Offline())
    }
    const timer = setTimeout(silent, connection.up ? INSTEAD_AFTER : INSTEAD_SOON)
    asked.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Ask this device because the server cannot be reached. Throw Offline for what only the server can do. */
async function instead(method: string, path: string, body?: unknown): Promise<Answered> {
  const answered = await sendHere(method, path, body)
  if (isError(answered.answer) && answered.answer.error === 'needs-server') throw new Offline()
  return answered
}

async function sendHere(method: string, path: string, body?: unknown): Promise<Answered> {
  const { transport } = await import('../device/transport.ts')
  try {
    const { status, body: text } = await transport.ask(method, path, body === undefined ? '' : JSON.stringify(body))
    heardHere()
    const response = new Response(null, { status })
    return { response, answer: /^[[{"]/.test(text) ? (JSON.parse(text) as unknown) : text }
  } catch (error) {
    console.warn(error)
    throw new Offline('web.device.failed')
  }
}

function away(): never {
  connection.up = false
  throw new Offline()
}

async function sendToServer(method: string, path: string, body?: unknown, patience?: number): Promise<Answered> {
  let response: Response
  let text: string
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
      ...(patience ? { signal: AbortSignal.timeout(patience) } : {}),
    })
    text = await response.text()
  } catch {
    return away()
  }
  const answer: unknown = text && response.headers.get('Content-Type')?.includes('json') ? JSON.parse(text) : text
  // A proxy cannot reach the server, or the server cannot reach its database.
  const busy = isError(answer) && answer.error === 'server-busy'
  if (response.status > 501 && response.status < 505 && !busy) return away()
  const date = response.headers.get('Date')
  if (date) {
    answered()
    heard(date)
  } else {
    // This comes from the cache of the service worker. This device itself has a better answer.
    if (here.ready) return away()
    connection.up = false
  }
  return { response, answer }
}

async function refusal({ status }: Response, answer: unknown): Promise<Refused> {
  if (!isError(answer)) return new Refused(status, '', say('web.failed', { status }))
  const { error: slug, message, ...fields } = answer
  const key = `error.${slug}`
  // Without its own sentences, the page shows the server's, which are in the same language.
  if (!speech.has(key)) await speech.load('errors').catch(() => undefined)
  return new Refused(status, slug, speech.has(key) ? render({ key, fields }) : message)
}

const get = <Answer>(path: string) => request<Answer>('GET', path, undefined, PATIENCE)
/** Get an answer that may take the server long to compute. */
const getSlowly = <Answer>(path: string) => request<Answer>('GET', path)
const post = <Answer>(path: string, body: unknown) => request<Answer>('POST', path, body)

/** The matches stored on this device. */
const matches = () => import('../device/storage.ts')

/** Return true if there may be tables on this device: they stay when the download is removed. */
async function keepsTables(): Promise<boolean> {
  if (STATIC || here.ready) return true
  return (await hasDatabase()) && (await matches()).hasTables()
}

/** Return the tables of this device and of the server; only those of this device while the server is away. */
async function ownTables(over: boolean, before?: number): Promise<OwnTables> {
  const page = before === undefined ? '' : `&before=${before}`
  const kept = await keepsTables()
  const own = kept ? await (await matches()).ownTables(over) : []
  if (STATIC) return { tables: own, next: null }
  try {
    const asked = get<OwnTables>(`/me/tables?over=${over}${page}`)
    const away = await (kept ? inTime(asked) : asked)
    if (before !== undefined || !own.length) return away
    return { ...away, tables: [...own, ...away.tables].sort((one, other) => other.created - one.created) }
  } catch (error) {
    if (error instanceof Offline && kept) return { tables: own, next: null }
    throw error
  }
}

/** Return the people the reader has played with; none if only this device answers, which cannot invite them. */
async function people(): Promise<Companion[]> {
  if (STATIC) return []
  const kept = await keepsTables()
  try {
    const asked = get<Companion[]>('/me/people')
    return await (kept ? inTime(asked) : asked)
  } catch (error) {
    if (error instanceof Offline && kept) return []
    throw error
  }
}

async function dismiss(table: string): Promise<unknown> {
  if (!isHere(table)) return post<Done>(`/tables/${table}/dismiss`, {})
  return (await matches()).dismiss(table)
}

/** Delete everything stored about the reader, on the server and on this device. */
async function forget(): Promise<void> {
  const kept = await hasDatabase()
  try {
    if (!STATIC) await request<Deleted>('DELETE', '/me')
  } catch (error) {
    // A reader who has played on this device only is unknown to the server.
    if (!kept || !(error instanceof Refused) || error.slug !== 'guest-unknown') throw error
  }
  if (kept) await (await matches()).forget()
}

/** Ask this device something that the server could answer too. */
async function askHere<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const { response, answer } = await sendHere(method, path, body)
  if (response.ok) return answer as Answer
  throw await refusal(response, answer)
}

const seatQuery = (seat?: number | null) => (seat ? `?seat=${seat}` : '')

/** Read rules; if the server is away, from the cache of the service worker, to wait neither for it nor for Python. */
async function read<Answer>(address: string, path: string): Promise<Answer> {
  const cut = !(navigator.onLine && connection.up) && 'caches' in globalThis
  const kept = cut ? await caches.match(address, { ignoreVary: true }) : undefined
  const found = kept ?? (await fetch(address, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => null))
  return found?.ok ? ((await found.json()) as Answer) : get<Answer>(path)
}

const factsOf = (text: string) => `/rules?text=${encodeURIComponent(text)}`
const rulesOf = (box: string) => `/boxes/${encodeURIComponent(box)}/rules`

/** Where the rules and facts of a box come from: a site without a server has them as files. */
const file = (name: string) =>
  new URL(`${import.meta.env.BASE_URL}rules/${encodeURIComponent(name)}`, location.href).href
const factsAt = (box: string) => (STATIC ? file(`${box}.facts.json`) : BASE + factsOf(box))
const rulesAt = (box: string) => (STATIC ? file(`${box}.json`) : BASE + rulesOf(box))
export const rulesAddresses = (box: string): string[] => [factsAt(box), rulesAt(box)]

export const api = {
  boxes: () => get<Box[]>('/boxes'),
  /** Make a table: on this device if that is wanted, or if the server is away. */
  makeTable: (table: NewTable, on?: 'device') =>
    on ? askHere<Made>('POST', '/tables', table) : post<Made>('/tables', table),
  takeSeat: (table: string, invite: string, name?: string) =>
    post<Taken>(`/tables/${table}/seats`, { invite, ...(name ? { name } : {}) }),
  view: (table: string, seat?: number | null) => get<View>(`/tables/${table}/view${seatQuery(seat)}`),
  move: (table: string, body: NewMove) => request<Done>('POST', `/tables/${table}/moves`, body, PATIENCE),
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
  ownData: () => getSlowly<OwnData>('/me/data'),
  forget,
  facts: (text: string, on?: 'device') => (on ? askHere<Rules>('GET', factsOf(text)) : get<Rules>(factsOf(text))),
  /** The facts of a box, for its rules; not which players are available here. */
  boxFacts: (box: string) => read<Rules>(factsAt(box), factsOf(box)),
  rulesPage: (box: string) => read<RulesPage>(rulesAt(box), rulesOf(box)),
  daily: (day?: string) => get<Daily>(`/daily${day ? `?day=${day}` : ''}`),
  startDaily: (day: string) => post<Made>(`/daily?day=${day}`, {}),
  dailyArchive: (before?: string) => get<DailyArchive>(`/daily/archive${before ? `?before=${before}` : ''}`),
  share: (table: string, seat: number | null) => post<SharedLink>(`/tables/${table}/shares${seatQuery(seat)}`, {}),
  shared: (share: string) => get<SharedResult>(`/results/${share}`),
  sameCode: (share: string) => post<Made>(`/results/${share}/tables`, {}),
  puzzle: (kind: Puzzle['kind'], level: Puzzle['level'], seed: string) =>
    getSlowly<Puzzle>(`/puzzles/${kind}?level=${level}&seed=${seed}`),
  answerPuzzle: ({ kind, level, seed }: Puzzle, answer: string) =>
    post<PuzzleVerdict>(`/puzzles/${kind}?level=${level}&seed=${seed}`, { answer }),
  qr: (text: string) => post<string>('/qr', { text }),
  review: (table: string) => getSlowly<AnyReview>(`/tables/${table}/review`),
  stats: () => getSlowly<Stats>('/me/stats'),
  mark: (body: AskMark) => post<Marked>('/tools/mark', body),
  check: (body: AskCheck) => post<Fitting>('/tools/check', body),
  suggest: (body: AskSuggest) => post<Suggested>('/tools/suggest', body),
  home: (body: AskHome) => post<HomeAdvice>('/tools/home', body),
  ownTables,
  dismiss,
  record: (table: string) => get<string>(`/tables/${table}/record`),
  importRecord: (record: string) => post<Made>('/records', { record }),
  people,
  openTables: (): Promise<OpenTables> =>
    STATIC ? Promise.resolve({ allowed: false, tables: [] }) : get('/open-tables'),
  listTable: (table: string) => post<Done>(`/tables/${table}/listing`, {}),
  unlistTable: (table: string) => request<Done>('DELETE', `/tables/${table}/listing`),
  renewInvite: (table: string, body: NewInvite) => post<Done>(`/tables/${table}/invites`, body),
  refuse: (table: string, body: NewRefusal) => post<Done>(`/tables/${table}/refusals`, body),
}
