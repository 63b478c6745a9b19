import { mobilePattern } from '@candor/api'
import { hostKind, hostName } from '../../../server/src/platform/http/hosts.ts'

/** What the front knows of a request when it chooses the cell that serves it; null for what it does not know. */
export interface Known {
  /** Where the login of the token is. */
  readonly login: number | null
  /** Where the customer is whom the form names. */
  readonly name: number | null
  /** The cell of the browser's cookie. */
  readonly cookie: number | null
}

/** A cell that takes visitors, each as often as its weight says. */
export interface WeightedCell {
  readonly cell: number
  readonly weight: number
}

/** The cell that serves a request, and whether the browser is to keep it. */
export interface Choice {
  readonly cell: number
  readonly isKept: boolean
}

export interface Circumstances {
  /** A random number below 1. */
  readonly share: number
  /** Whether a cell did not respond a moment ago. */
  readonly isAway: (cell: number) => boolean
  /** Whether any cell can serve the request, such as a page. */
  readonly isPublic: boolean
}

/**
 * Chooses the cell of a request: that of the login, else of the named customer, else the visitor's. A visitor without a
 * cookie is placed by weight. While the visitor's cell is away another one serves what any can, and the browser keeps
 * its own.
 */
export function chooseCell(
  { login, name, cookie }: Known,
  cells: readonly WeightedCell[],
  { share, isAway, isPublic }: Circumstances,
): Choice {
  const present = cells.filter(({ cell }) => !isAway(cell))
  const drawn = () => drawCell(present.length === 0 ? cells : present, share)
  const cell = login ?? name
  if (cell !== null) return { cell, isKept: cell !== cookie }
  if (cookie === null || !cells.some((known) => known.cell === cookie)) return { cell: drawn(), isKept: true }
  return { cell: isPublic && isAway(cookie) ? drawn() : cookie, isKept: false }
}

/** The cell at a share of all weights. Where no cell takes visitors, each is as likely. */
export function drawCell(cells: readonly WeightedCell[], share: number): number {
  const total = cells.reduce((sum, { weight }) => sum + weight, 0)
  const weights = total === 0 ? cells.map(({ cell }) => ({ cell, weight: 1 })) : cells
  let through = 0
  for (const { cell, weight } of weights) {
    through += weight
    if (share * (total === 0 ? cells.length : total) < through) return cell
  }
  return cells.at(-1)?.cell ?? 1
}

/** A name that the directory may know, by its kind there. */
export interface Name {
  readonly kind: 'email' | 'mobile' | 'account-number' | 'invitation-code'
  readonly name: string
}

/** What a form holds that one of the cells may have: the id of a passkey, or the token of a visitor's conversation. */
export type Held =
  | { readonly kind: 'passkey'; readonly name: string }
  | { readonly kind: 'visit'; readonly name: string }

type Field = (name: string) => string

/** The field of a code that names its account, by purpose. */
const accountFieldOf: ReadonlyMap<string, string> = new Map([
  ['password-forgot', 'address'],
  ['recover', 'account'],
])

/** The operations whose forms name a customer, and how. The front reads no other form. */
const namedIn: ReadonlyMap<string, (field: Field) => Name | Held | null> = new Map<
  string,
  (field: Field) => Name | Held | null
>([
  ['user/login', (field) => accountNamed(field('account'))],
  ['user/password_forgot', (field) => accountNamed(field('email'))],
  // The recovery itself, with its photos, goes where its code was sent from: by the cookie.
  ['code/send', (field) => accountNamed(field(accountFieldOf.get(field('purpose')) ?? ''))],
  ['user/passkey_login', (field) => passkeyNamed(field('response'))],
  ['support/visit', (field) => visitNamed(field('visit'))],
  ['support/visit_send', (field) => visitNamed(field('visit'))],
  // A friend is placed where the inviter is: the code holds in that cell alone.
  ['invite/check', (field) => codeNamed(field('inviteCode'))],
])

/** The operation of a path of the API; null for other paths. */
export function operationOf(url: string): string | null {
  return /^\/api\/([\w/]+)(?:\?|$)/.exec(url)?.[1] ?? null
}

/** Whether the form of an operation names a customer. */
export function namesCustomer(operation: string | null): operation is string {
  return operation !== null && namedIn.has(operation)
}

/** What an urlencoded or JSON form names. Null where the form names nobody or cannot be read. */
export function nameIn(operation: string, body: string, contentType: string): Name | Held | null {
  const read = namedIn.get(operation)
  const fields = contentType.startsWith('application/json') ? jsonFields(body) : new URLSearchParams(body)
  return read?.((name) => fields.get(name)?.trim() ?? '') ?? null
}

function jsonFields(body: string): Map<string, string> {
  try {
    const parsed: unknown = JSON.parse(body)
    const entries = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : []
    return new Map(entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
  } catch {
    return new Map()
  }
}

function accountNamed(account: string): Name | null {
  const digits = account.replaceAll(' ', '')
  if (mobilePattern.test(digits)) return { kind: 'mobile', name: digits }
  if (/^\d{8}$/.test(digits)) return { kind: 'account-number', name: digits }
  return account.includes('@') ? { kind: 'email', name: account.toLowerCase() } : null
}

function passkeyNamed(response: string): Held | null {
  const id = jsonFields(response).get('id') ?? ''
  return id === '' ? null : { kind: 'passkey', name: id }
}

function visitNamed(visit: string): Held | null {
  return visit === '' ? null : { kind: 'visit', name: visit }
}

function codeNamed(code: string): Name | null {
  return code === '' ? null : { kind: 'invitation-code', name: code.toUpperCase() }
}

const cookieName = 'cell'
const cookiePattern = /(?:^|;\s*)cell=([1-9]\d{0,3})(?=\s*(?:;|$))/
const keptSeconds = 365 * 86_400

/** The cell in a header of cookies; null where it has none. It authenticates nothing: a cell asks for the token. */
export function cookieCell(header: string | undefined): number | null {
  const found = cookiePattern.exec(header ?? '')?.[1]
  return found === undefined ? null : Number(found)
}

/** The header that has a browser keep its cell, for the hosts of the app, the API and the chat alike. */
export function cellCookie(cell: number, hostHeader: string, isOverTls: boolean): string {
  const domain = hostKind(hostHeader) === 'all' ? [] : [`Domain=${hostName(hostHeader).replace(/^(?:api|kefu)\./, '')}`]
  const secure = isOverTls ? ['Secure'] : []
  return [
    `${cookieName}=${cell}`,
    'Path=/',
    `Max-Age=${keptSeconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...domain,
    ...secure,
  ].join('; ')
}
