import type { Pool } from 'pg'
import type * as identity from '../../../database/rows/identity.ts'
import type * as support from '../../../database/rows/support.ts'

/** Tabs of one browser that open the chat at the same moment, each with a ticket of its own. */
const othersAtOnce = 3

/** Keeps a ticket beside the newest few of the same session; older ones become invalid. */
export async function insertTicket(
  pool: Pool,
  ticket: { hash: Buffer; sessionId: bigint; lastsMs: number },
): Promise<void> {
  await pool.query(
    `with former as (
       delete from support.ticket where ticket_hash in (
         select ticket_hash from support.ticket where session_id = $2 order by expires_ms desc, ticket_hash offset $4
       )
     )
     insert into support.ticket (ticket_hash, session_id, expires_ms) values ($1, $2, clock.now_ms() + $3::bigint)`,
    [ticket.hash, ticket.sessionId, ticket.lastsMs, othersAtOnce],
  )
}

/** The customer behind a token of customer service. */
export interface ChatPrincipal {
  readonly customerId: bigint
  readonly publicId: string
  readonly sessionId: bigint
}

type PrincipalRow = Pick<identity.CustomerRow, 'customer_id' | 'public_id'> &
  Pick<support.TokenRow, 'session_id' | 'expires_ms'>

function principalOf(row: PrincipalRow): ChatPrincipal {
  return { customerId: row.customer_id, publicId: row.public_id, sessionId: row.session_id }
}

/** A session that is still valid: one for customer service only ends when its account is enabled. */
const livingSession = `identity.session as s on s.session_id = t.session_id and s.revoked_ms is null
  join identity.customer as c on c.customer_id = s.customer_id and not (s.is_support_only and c.state = 1)`

/**
 * Consumes a ticket and stores a token in its place, in one statement. Null when the ticket is invalid, or another
 * customer's.
 */
export async function exchangeTicket(
  pool: Pool,
  exchange: { username: string; ticketHash: Buffer; tokenHash: Buffer; lastsMs: number },
): Promise<{ readonly principal: ChatPrincipal; readonly expiresMs: number } | null> {
  const { rows } = await pool.query<PrincipalRow>(
    `with used as (delete from support.ticket where ticket_hash = $1 returning session_id, expires_ms),
     owner as (
       select t.session_id, c.customer_id, c.public_id from used as t join ${livingSession}
       where t.expires_ms > clock.now_ms() and $2 in (c.mobile, c.public_id)
     ), kept as (
       insert into support.token (token_hash, session_id, expires_ms)
       select $3, session_id, clock.now_ms() + $4::bigint from owner returning expires_ms
     )
     select owner.*, kept.expires_ms from owner, kept`,
    [exchange.ticketHash, exchange.username, exchange.tokenHash, exchange.lastsMs],
  )
  return rows[0] === undefined ? null : { principal: principalOf(rows[0]), expiresMs: Number(rows[0].expires_ms) }
}

/** The owner of a token, or null when it is unknown or has ended. */
export async function findToken(pool: Pool, hash: Buffer): Promise<ChatPrincipal | null> {
  const { rows } = await pool.query<PrincipalRow>(
    `select s.session_id, c.customer_id, c.public_id, t.expires_ms from support.token as t join ${livingSession}
     where t.token_hash = $1 and t.expires_ms > clock.now_ms()`,
    [hash],
  )
  return rows[0] === undefined ? null : principalOf(rows[0])
}

export async function deleteExpired(pool: Pool): Promise<void> {
  await pool.query('delete from support.ticket where expires_ms <= clock.now_ms()')
  await pool.query('delete from support.token where expires_ms <= clock.now_ms()')
}
