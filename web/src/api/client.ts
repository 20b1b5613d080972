/** Requests to the server. What it refuses comes as a sentence in the reader's language. */

import { connection } from './connection.svelte.ts'
import { heard } from './server-time.svelte.ts'
import type { AskHome, AskRows, Fitting, HomeAdvice, Marked, Suggested } from './tool-types.ts'
import type { Review } from './review-types.ts'
import type { Stats } from './stats-types.ts'
import { say, speech } from '../words/speech.svelte.ts'
import type { Advice, Daily, Done, Made, NewTable, OwnTables, Rules, RulesPage, Taken, View } from './types.ts'

const BASE = '/api/v1'

/** The server said no, and why. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly slug: string,
    message: string,
    readonly fields: Record<string, unknown> = {},
  ) {
    super(message)
  }
}

/** The server could not be reached. */
export class Offline extends Error {}

export async function request<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
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
  if (response.ok) return answer as Answer
  if (response.status === 502 || response.status === 503 || response.status === 504)
    throw new Offline(say('web.offline'))
  const fields = (typeof answer === 'object' && answer !== null ? answer : {}) as Record<string, unknown>
  const message = typeof fields.message === 'string' ? fields.message : say('web.failed', { status: response.status })
  throw new Refused(response.status, typeof fields.error === 'string' ? fields.error : '', message, fields)
}

export const get = <Answer>(path: string) => request<Answer>('GET', path)
export const post = <Answer>(path: string, body: unknown) => request<Answer>('POST', path, body)

/** A key that makes sending a move twice the same as sending it once. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const api = {
  makeTable: (table: NewTable) => post<Made>('/tables', table),
  takeSeat: (table: string, invite: string, name?: string) =>
    post<Taken>(`/tables/${table}/seats`, { invite, ...(name ? { name } : {}) }),
  view: (table: string, seat?: number | null) => get<View>(`/tables/${table}/view${seat ? `?seat=${seat}` : ''}`),
  move: (table: string, body: { move: string; version: number; key: string; seat?: number | null }) =>
    post<Done>(`/tables/${table}/moves`, body),
  undo: (table: string, body: { version: number; key: string; seat?: number | null }) =>
    post<Done>(`/tables/${table}/undo`, body),
  claim: (table: string, body: { absent: number; version: number; key: string; seat?: number | null }) =>
    post<Done>(`/tables/${table}/claims`, body),
  say: (table: string, body: { phrase: string; key: string; seat?: number | null }) =>
    post<Done>(`/tables/${table}/says`, body),
  coach: (
    table: string,
    body: { ask: 'check' | 'explain' | 'hint'; key: string; move?: string; seat?: number | null },
  ) => post<Advice>(`/tables/${table}/coach`, body),
  rematch: (table: string, seat: number | null) => post<Made>(`/tables/${table}/rematch`, { seat }),
  rename: (name: string) => request<{ known: boolean; name: string }>('PATCH', '/me', { name }),
  moveLink: () => post<{ code: string; link: string }>('/me/links', {}),
  adopt: (code: string) => post<{ known: boolean; name: string }>('/me/adopt', { code }),
  ownData: () => get<unknown>('/me/data'),
  forget: () => request<{ tables: number }>('DELETE', '/me'),
  facts: (text: string) => get<Rules>(`/rules?text=${encodeURIComponent(text)}`),
  rulesPage: (box: string) => get<RulesPage>(`/boxes/${encodeURIComponent(box)}/rules`),
  daily: () => get<Daily>('/daily'),
  startDaily: () => post<Made>('/daily', {}),
  qr: (text: string) => post<string>('/qr', { text }),
  result: (table: string, seat: number | null) =>
    get<{ text: string }>(`/tables/${table}/result${seat ? `?seat=${seat}` : ''}`),
  review: (table: string) => get<Review>(`/tables/${table}/review`),
  stats: () => get<Stats>('/me/stats'),
  mark: (body: { rules: string; code: string; guess: string; seat: number }) => post<Marked>('/tools/mark', body),
  check: (body: AskRows & { first: number }) => post<Fitting>('/tools/check', body),
  suggest: (body: AskRows) => post<Suggested>('/tools/suggest', body),
  home: (body: AskHome) => post<HomeAdvice>('/tools/home', body),
  ownTables: (over?: boolean) => get<OwnTables>(`/me/tables${over === undefined ? '' : `?over=${over}`}`),
}
