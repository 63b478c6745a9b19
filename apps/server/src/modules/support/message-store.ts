import { supportBody } from '@candor/api/support'
import type { SupportAgent, SupportBody, SupportDraft, SupportMessage } from '@candor/api/support'
import type { Pool } from 'pg'
import { parse } from 'zod/mini'
import type * as support from '../../../database/rows/support.ts'

type MessageRow = Pick<support.MessageRow, 'seq' | 'at_ms' | 'sender' | 'operator_id' | 'client_id' | 'body'> & {
  readonly operator_name: string | null
}

const columns = `m.seq, m.at_ms, m.sender, m.operator_id, o.name as operator_name, m.client_id, m.body
  from support.message as m left join operator.directory as o on o.operator_id = m.operator_id`

/** The sandbox's automatic reply, as a sender. */
const assistant: SupportAgent = { id: 'assistant', name: 'Sandbox assistant', isAssistant: true }

function agentOf(row: MessageRow): SupportAgent | null {
  if (row.sender === 'assistant') return assistant
  if (row.operator_id === null || row.operator_name === null) return null
  return { id: String(row.operator_id), name: row.operator_name, isAssistant: false }
}

function messageOf(row: MessageRow): SupportMessage {
  return {
    seq: row.seq,
    atMs: Number(row.at_ms),
    from: row.sender,
    agent: agentOf(row),
    clientId: row.client_id,
    body: parse(supportBody, row.body),
  }
}

/** Filter of a conversation's messages, at most `limit`. */
export interface HistoryWish {
  readonly beforeSeq: number | null
  readonly afterSeq: number | null
  readonly limit: number
}

/** Messages in ascending order: the first ones above `afterSeq`, or else the last ones below `beforeSeq`. */
export async function readMessages(pool: Pool, conversationId: bigint, wish: HistoryWish): Promise<SupportMessage[]> {
  const upwards = wish.afterSeq !== null
  const { rows } = await pool.query<MessageRow>(
    `select * from (
       select ${columns} where m.conversation_id = $1 and m.seq > coalesce($2::integer, 0)
         and m.seq < coalesce($3::integer, 2147483647)
       order by m.seq ${upwards ? 'asc' : 'desc'} limit $4
     ) as found order by seq`,
    [conversationId, wish.afterSeq, wish.beforeSeq, wish.limit],
  )
  return rows.map(messageOf)
}

/** The newest message of each conversation that is no event. */
export async function readLastMessages(
  pool: Pool,
  conversationIds: readonly bigint[],
): Promise<Map<bigint, SupportMessage>> {
  const { rows } = await pool.query<MessageRow & { conversation_id: bigint }>(
    `select distinct on (m.conversation_id) m.conversation_id, ${columns}
     where m.conversation_id = any($1::bigint[]) and m.sender <> 'system' order by m.conversation_id, m.seq desc`,
    [conversationIds],
  )
  return new Map(rows.map((row) => [row.conversation_id, messageOf(row)]))
}

/** The outcome of adding a message: the message, or why it was refused. */
export type Posted<Refusal extends string> =
  | { readonly outcome: 'posted' | 'repeated'; readonly seq: number; readonly atMs: number; readonly body: SupportBody }
  | { readonly outcome: Refusal }

type PostedRow<Refusal extends string> =
  | { outcome: 'posted' | 'repeated'; seq: number; at_ms: bigint; body: unknown }
  | { outcome: Refusal; seq: null; at_ms: null; body: null }

function postedOf<Refusal extends string>(row: PostedRow<Refusal> | undefined): Posted<Refusal> {
  if (row === undefined) throw new Error('a message was added without an outcome')
  if (row.seq === null) return { outcome: row.outcome }
  return { outcome: row.outcome, seq: row.seq, atMs: Number(row.at_ms), body: parse(supportBody, row.body) }
}

/** Adds a customer's message, once for its client id. */
export async function postMessage(
  pool: Pool,
  customerId: bigint,
  message: { readonly clientId: string; readonly body: SupportDraft },
): Promise<Posted<'conflict' | 'not-found' | 'frequent-operations'>> {
  const { rows } = await pool.query<PostedRow<'conflict' | 'not-found' | 'frequent-operations'>>(
    'select outcome, seq, at_ms, body from support.post($1, $2, $3)',
    [customerId, message.clientId, JSON.stringify(message.body)],
  )
  return postedOf(rows[0])
}

/** Adds a visitor's text, once for its client id, where the token opens a conversation. */
export async function postVisitorMessage(
  pool: Pool,
  tokenHash: Buffer,
  message: { readonly clientId: string; readonly text: string },
): Promise<Posted<VisitRefusal>> {
  const { rows } = await pool.query<PostedRow<VisitRefusal>>(
    'select outcome, seq, at_ms, body from support.post_visit($1, $2, $3)',
    [tokenHash, message.clientId, message.text],
  )
  return postedOf(rows[0])
}

type VisitRefusal = 'conflict' | 'frequent-operations' | 'visits-full' | 'visit-ended'

/** An agent's message. */
export interface Answer {
  readonly conversationId: bigint
  readonly clientId: string
  readonly body: { readonly kind: 'text'; readonly text: string } | { readonly kind: 'image'; readonly imageId: string }
  /** The customer sees it at once; otherwise the inbox says so. */
  readonly isThere: boolean
}

/** Adds an agent's message, once for its client id. */
export async function answerMessage(
  pool: Pool,
  secret: string,
  answer: Answer,
): Promise<Posted<'conflict' | 'not-found' | 'not-allowed'>> {
  const { rows } = await pool.query<PostedRow<'conflict' | 'not-found' | 'not-allowed'>>(
    'select outcome, seq, at_ms, body from support.answer($1, $2, $3, $4, $5)',
    [secret, answer.conversationId, answer.clientId, JSON.stringify(answer.body), answer.isThere],
  )
  return postedOf(rows[0])
}
