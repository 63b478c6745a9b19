import type { AuditView, CallOf, operatorAuditList } from '@candor/api/operator'
import { dayMs } from '@candor/formulas'
import { csvLines, csvTime } from '../../shared/device/index.ts'
import type { Screen } from '../../shared/navigation/index.ts'

/** The filter of audit rows, as chosen and typed. Days are UTC, "2026-03-01", and both included. */
export interface AuditFilter {
  readonly operatorId: string
  readonly action: string
  readonly kind: SubjectKind | ''
  readonly number: string
  readonly fromDay: string
  readonly toDay: string
}

export const noFilter: AuditFilter = { operatorId: '', action: '', kind: '', number: '', fromDay: '', toDay: '' }

/** The kinds of things that acts are about, in the order of the list, with the place that shows each. */
const places = {
  withdrawal: (id) => ({ screen: 'withdrawals', id }),
  deposit: (id) => ({ screen: 'recharges', id }),
  kyc: (id) => ({ screen: 'reviews', id }),
  customer: (id) => ({ screen: 'customers', id }),
  conversation: (id) => ({ screen: 'support', id }),
  correction: () => ({ screen: 'risk', id: 'corrections' }),
  instrument: () => ({ screen: 'risk' }),
  terms: () => ({ screen: 'risk', id: 'terms' }),
  interest: () => ({ screen: 'risk', id: 'interest' }),
  'swap-terms': () => ({ screen: 'risk', id: 'swaps' }),
  'advert-terms': () => ({ screen: 'risk', id: 'adverts' }),
  'house-setting': () => ({ screen: 'risk', id: 'settings' }),
  explanation: () => ({ screen: 'risk', id: 'incidents' }),
  desk: () => ({ screen: 'floor', id: 'desks' }),
  'desk-funding': () => ({ screen: 'floor', id: 'desks' }),
  advert: () => ({ screen: 'floor', id: 'desks' }),
  'advert-proposal': () => ({ screen: 'floor', id: 'desks' }),
  'merchant-application': () => ({ screen: 'floor', id: 'applications' }),
  sale: (id) => ({ screen: 'floor', id }),
  log: () => ({ screen: 'risk', id: 'history' }),
  announcement: () => ({ screen: 'messages' }),
  'announcement-proposal': () => ({ screen: 'messages' }),
  'canned-answer': () => ({ screen: 'support', id: 'answers' }),
  operator: () => ({ screen: 'team' }),
} as const satisfies Readonly<Record<string, (id: string) => { readonly screen: Screen; readonly id?: string }>>

export type SubjectKind = keyof typeof places
// The keys of a literal are its type's.
export const subjectKinds: readonly SubjectKind[] = [
  'withdrawal',
  'deposit',
  'kyc',
  'customer',
  'conversation',
  'correction',
  'instrument',
  'terms',
  'interest',
  'swap-terms',
  'advert-terms',
  'house-setting',
  'explanation',
  'desk',
  'desk-funding',
  'advert',
  'advert-proposal',
  'merchant-application',
  'sale',
  'log',
  'announcement',
  'announcement-proposal',
  'canned-answer',
  'operator',
]

/** What a row is about: its kind, its number, and the place that shows it. Null for a kind without a place. */
export function subjectOf(
  subject: string,
): { readonly kind: SubjectKind; readonly number: string; readonly screen: Screen; readonly id?: string } | null {
  const [name, number] = subject.split(':')
  const kind = subjectKinds.find((known) => known === name)
  if (kind === undefined || number === undefined) return null
  return { kind, number, ...places[kind](number) }
}

/** The start of a UTC day, or null for a text that is none. */
function startOf(day: string): number | null {
  const startMs = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  return Number.isNaN(startMs) ? null : startMs
}

/** The filter in the server's form. What is empty or not whole yet is left out. */
export function filterForm(filter: AuditFilter): Omit<CallOf<typeof operatorAuditList>, 'cursor' | 'limit'> {
  const { operatorId, action, kind, number, fromDay, toDay } = filter
  const [fromMs, lastDayMs] = [startOf(fromDay), startOf(toDay)]
  return {
    ...(operatorId === '' ? {} : { operatorId }),
    ...(action === '' ? {} : { action }),
    ...(kind !== '' && isNumber(number) ? { subject: `${kind}:${number.trim()}` } : {}),
    ...(fromMs === null ? {} : { fromMs }),
    ...(lastDayMs === null ? {} : { toMs: lastDayMs + dayMs }),
  }
}

/** Whether a number was typed that is none, or a kind was chosen without its number. */
export function isFilterWrong({ kind, number }: AuditFilter): boolean {
  return (kind === '') !== (number.trim() === '') || (number.trim() !== '' && !isNumber(number))
}

function isNumber(text: string): boolean {
  return /^\d{1,18}$/.test(text.trim())
}

/** The details of a row as names and texts: `{"customerId":7}` is "customer id", "7". None where there are none. */
export function detailFacts(details: string): readonly { readonly name: string; readonly value: string }[] {
  const parsed = parsedDetails(details)
  return Object.entries(parsed).flatMap(([key, value]) =>
    value === null
      ? []
      : [{ name: wordsOf(key), value: typeof value === 'object' ? JSON.stringify(value) : String(value) }],
  )
}

function parsedDetails(details: string): object {
  try {
    const parsed: unknown = JSON.parse(details)
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return { details }
  }
}

/** "customerId" as words: "customer id". */
function wordsOf(key: string): string {
  return key.replaceAll(/[A-Z]+/g, (letters) => ` ${letters.toLowerCase()}`).trim()
}

/** A hash in its first and last eight digits, in groups of four. */
export function shortHash(hash: string): string {
  const groups = [hash.slice(0, 4), hash.slice(4, 8), '…', hash.slice(-8, -4), hash.slice(-4)]
  return groups.join(' ')
}

/** Rows as lines of CSV: times are UTC. */
export function auditLines(rows: readonly AuditView[]): string {
  return csvLines(
    ['entry', 'time_utc', 'operator', 'action', 'subject', 'reason', 'details', 'source', 'hash'],
    rows.map((row) => [
      row.seq,
      csvTime(row.atMs),
      row.actor,
      row.action,
      row.subject,
      row.reason,
      row.details,
      row.source,
      row.hash,
    ]),
  )
}
