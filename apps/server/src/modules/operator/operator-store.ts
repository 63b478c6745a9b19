import type { OperatorRole } from '@candor/api/operator'
import type { Pool } from 'pg'
import type * as operator from '../../../database/rows/operator.ts'
import { onlyRow } from '../../platform/only-row.ts'
import type { Known } from '../../platform/postgres/columns.ts'
import { routine } from '../../platform/postgres/routine.ts'

/** A counted login attempt, with the parameters of the key derivation. */
export interface LoginTicket {
  readonly ticket: string
  readonly salt: Buffer
  readonly isKnownDevice: boolean
}

/** Attempts from this network or device wait until then, or those from any device that has not logged in before. */
interface Locked {
  readonly lockedUntilMs: number
}

/**
 * Counts an attempt, in a transaction of its own, for the device that keeps this secret, or else for the network.
 * `lockedUntilMs`: attempts from there wait until then.
 */
export async function beginLogin(
  pool: Pool,
  attempt: { readonly name: string; readonly network: string; readonly deviceSecret: string | null },
): Promise<LoginTicket | Locked> {
  const { rows } = await pool.query<Known<operator.BeginLoginResult, 'salt' | 'is_known_device'>>(
    'select ticket, salt, is_known_device, locked_until_ms from operator.begin_login($1, $2, $3)',
    [attempt.name, attempt.network, attempt.deviceSecret],
  )
  const row = onlyRow(rows, 'operator.begin_login')
  return row.ticket === null
    ? { lockedUntilMs: Number(row.locked_until_ms) }
    : { ticket: row.ticket, salt: row.salt, isKnownDevice: row.is_known_device }
}

/** Verifies the key and the code of a ticket, in a transaction of its own. `openSession` tells the outcome. */
export async function proveLogin(
  pool: Pool,
  proof: { readonly ticket: string; readonly key: Buffer; readonly code: string; readonly totpKey: Buffer },
): Promise<void> {
  const { ticket, key, code, totpKey } = proof
  await pool.query('select operator.prove_login($1, $2, $3, $4)', [ticket, key, code, totpKey])
}

/** A login whose credentials have been verified. */
export interface ProvenLogin {
  readonly ticket: string
  readonly device: string
  readonly network: string
  /** Replaces the password. */
  readonly next: { readonly salt: Buffer; readonly key: Buffer } | null
}

type OperatorRow = Known<Pick<operator.OpenSessionResult, 'operator_id' | 'name' | 'is_sandbox'>> & {
  readonly roles: OperatorRole[]
}

interface OperatorFields {
  readonly operatorId: bigint
  readonly name: string
  readonly roles: readonly OperatorRole[]
  readonly isSandboxReviewer: boolean
}

function fieldsOf(row: OperatorRow): OperatorFields {
  return { operatorId: row.operator_id, name: row.name, roles: row.roles, isSandboxReviewer: row.is_sandbox }
}

/** A session that was just opened, with its secret, and that of a new device. */
export interface OpenedSession extends OperatorFields {
  readonly secret: string
  readonly deviceSecret: string | null
}

type OpenedRow = OperatorRow & {
  readonly outcome: string
  readonly secret: string
  readonly device_secret: string | null
  readonly locked_until_ms: bigint | null
}

/** Opens a session when all credentials were right; otherwise returns why not. */
export async function openSession(
  pool: Pool,
  { ticket, device, network, next }: ProvenLogin,
): Promise<OpenedSession | Locked | 'wrong-credentials' | 'new-password-required'> {
  const { rows } = await pool.query<OpenedRow>(
    `select outcome, secret, device_secret, locked_until_ms, operator_id, name, roles, is_sandbox
     from operator.open_session($1, $2, $3, $4, $5)`,
    [ticket, device, network, next?.salt ?? null, next?.key ?? null],
  )
  const row = rows[0]
  if (row?.outcome === 'logged-in') return { ...fieldsOf(row), secret: row.secret, deviceSecret: row.device_secret }
  if (row?.outcome === 'locked') return { lockedUntilMs: Number(row.locked_until_ms) }
  return row?.outcome === 'new-password-required' ? 'new-password-required' : 'wrong-credentials'
}

/** The operator of a session secret, and when the session expires without another call. Null for an invalid one. */
export async function findOperator(
  pool: Pool,
  secret: string,
): Promise<(OperatorFields & { readonly expiresMs: number }) | null> {
  const { rows } = await pool.query<OperatorRow & { expires_ms: bigint }>({
    name: 'operator-find-session',
    text: 'select operator_id, name, roles, is_sandbox, expires_ms from operator.find_session($1)',
    values: [secret],
  })
  return rows[0] === undefined ? null : { ...fieldsOf(rows[0]), expiresMs: Number(rows[0].expires_ms) }
}

/** Ends a session. Throws CO001 when there is none. */
export async function closeSession(pool: Pool, secret: string): Promise<void> {
  await pool.query('select operator.close_session($1)', [secret])
}

/** The holder of a claim. */
export interface Claim {
  readonly operatorId: bigint
  readonly name: string
  readonly untilMs: number
  readonly isOwn: boolean
}

/** The claims that hold now, the newest first. */
export async function readClaims(
  pool: Pool,
  reader: bigint,
  limit: number,
): Promise<(Claim & { readonly subject: string })[]> {
  const { rows } = await pool.query<operator.ClaimRow & Known<Pick<operator.DirectoryRow, 'name'>>>(
    `select c.subject, c.operator_id, c.until_ms, d.name
     from operator.claim as c join operator.directory as d using (operator_id)
     where c.until_ms > clock.now_ms() order by c.until_ms desc, c.subject limit $1`,
    [limit],
  )
  return rows.map(({ subject, operator_id: operatorId, name, until_ms: untilMs }) => ({
    subject,
    operatorId,
    name,
    untilMs: Number(untilMs),
    isOwn: operatorId === reader,
  }))
}

/** Claims a subject unless another operator holds it, and returns the holder. */
export async function takeClaim(pool: Pool, secret: string, subject: string): Promise<Claim> {
  const { rows } = await pool.query<Known<operator.ClaimResult>>(
    'select operator_id, name, until_ms, is_own from operator.claim($1, $2)',
    [secret, subject],
  )
  const row = onlyRow(rows, 'operator.claim')
  return { operatorId: row.operator_id, name: row.name, untilMs: Number(row.until_ms), isOwn: row.is_own }
}

/** Releases a claim. False when the caller did not hold it. */
export const releaseClaim = routine<[secret: string, subject: string], boolean>('operator.release')

/** The acts that the server may report (`operator.roles_reporting` in SQL names who may do them). */
export type ReportedAction =
  | 'audit.exported'
  | 'customer.viewed'
  | 'deposit.voucher-opened'
  | 'support.conversation-viewed'
  | 'support.photo-viewed'
  | 'withdrawal.destination-viewed'

/** An act that has no SQL function of its own, to be written into the audit. */
export interface RecordedAct {
  readonly action: ReportedAction
  readonly subject: string
  readonly reason?: string
  readonly details?: object
}

/** Writes an act of the session's operator into the audit, before it is done. */
export async function recordAct(pool: Pool, secret: string, act: RecordedAct): Promise<void> {
  const { action, subject, reason = '', details = {} } = act
  await pool.query('select operator.record($1, $2, $3, $4, $5)', [
    secret,
    action,
    subject,
    reason,
    JSON.stringify(details),
  ])
}

/** The currently claimed subjects. */
export async function heldSubjects(pool: Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<Pick<operator.ClaimRow, 'subject'>>({
    name: 'held-subjects',
    text: 'select subject from operator.claim where until_ms > clock.now_ms()',
  })
  return new Set(rows.map(({ subject }) => subject))
}

/** The database's time, which decides which code is good. */
export async function readNowMs(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ now_ms: bigint }>({
    name: 'operators-now-ms',
    text: 'select clock.now_ms() as now_ms',
  })
  if (rows[0] === undefined) throw new Error('the database has no time')
  return Number(rows[0].now_ms)
}
