import { supportHours } from '@candor/api/support'
import type { Pool } from 'pg'
import { parse } from 'zod/mini'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import { callRoutine } from '../../platform/postgres/routine.ts'
import type * as support from '../../../database/rows/support.ts'
import type { CustomerConversation, Service } from './support.ts'

type ConversationRow = Pick<
  support.ConversationRow,
  'conversation_id' | 'state' | 'operator_id' | 'newest_seq' | 'customer_read_seq' | 'agent_read_seq' | 'agent_read_ms'
> & { readonly operator_name: string | null; readonly queue_position: bigint | null; readonly may_rate: boolean }

/** A customer's conversation; null when there never was one. */
export function readConversation(pool: Pool, customerId: bigint): Promise<CustomerConversation | null> {
  return readOne(pool, 'c.customer_id = $1', customerId)
}

/** A visitor's conversation; null when it was forgotten. */
export function readVisited(pool: Pool, conversationId: bigint): Promise<CustomerConversation | null> {
  return readOne(pool, 'c.conversation_id = $1 and c.customer_id is null', conversationId)
}

async function readOne(pool: Pool, where: string, id: bigint): Promise<CustomerConversation | null> {
  const { rows } = await pool.query<ConversationRow>(
    `select c.conversation_id, c.state, c.operator_id, o.name as operator_name, c.newest_seq, c.customer_read_seq,
      c.agent_read_seq, c.agent_read_ms,
       case when c.state = 'waiting' then (
         select count(*) from support.conversation as w where w.state = 'waiting'
           and (w.waiting_since_ms, w.conversation_id) <= (c.waiting_since_ms, c.conversation_id)) end as queue_position,
       c.customer_id is not null and c.state = 'closed' and c.closed_seq is not null and not exists (
         select from support.rating as r where r.conversation_id = c.conversation_id
           and r.closed_seq = c.closed_seq) as may_rate
     from support.conversation as c left join operator.directory as o on o.operator_id = c.operator_id
       where ${where}`,
    [id],
  )
  const row = rows[0]
  if (row === undefined) return null
  return {
    conversationId: row.conversation_id,
    state: row.newest_seq === 0 ? 'none' : row.state,
    agent: row.operator_id === null ? null : { operatorId: row.operator_id, name: row.operator_name ?? '' },
    queuePosition: numberOrNull(row.queue_position),
    newestSeq: row.newest_seq,
    readSeq: row.customer_read_seq,
    agentReadSeq: row.agent_read_seq,
    agentReadMs: numberOrNull(row.agent_read_ms),
    mayRate: row.may_rate,
  }
}

export async function markRead(pool: Pool, customerId: bigint, seq: number): Promise<void> {
  await pool.query('select support.customer_read($1, $2)', [customerId, seq])
}

/** The number of replies the customer has not seen, counting at most `most`. */
export async function countUnread(pool: Pool, customerId: bigint, most: number): Promise<number> {
  const { rows } = await pool.query<{ count: bigint }>(
    `select count(*) as count from (
       select from support.message as m join support.conversation as c using (conversation_id)
       where c.customer_id = $1 and m.seq > c.customer_read_seq and m.sender in ('agent', 'assistant')
         limit $2) as unread`,
    [customerId, most],
  )
  return Number(rows[0]?.count ?? 0)
}

/** Rates the last closed conversation. False when there is nothing to rate. */
export async function rateConversation(
  pool: Pool,
  customerId: bigint,
  rating: { score: number; comment: string },
): Promise<boolean> {
  return callRoutine<boolean>(pool, 'support.rate', customerId, rating.score, rating.comment)
}

export async function introduce(
  pool: Pool,
  customerId: bigint,
  app: { language: string; device: string },
): Promise<void> {
  await pool.query('select support.introduce($1, $2, $3)', [customerId, app.language, app.device])
}

type ServiceRow = Pick<support.SettingRow, 'time_zone' | 'days' | 'alarm_ms' | 'keep_days' | 'visit_keep_days'> & {
  readonly is_open: boolean
  readonly next_open_ms: bigint | null
  readonly agents_online: bigint
  readonly usual_wait_ms: number | null
}

export async function readService(pool: Pool): Promise<Service> {
  const { rows } = await pool.query<ServiceRow>(
    `select time_zone, days, alarm_ms, keep_days, visit_keep_days, support.is_open(clock.now_ms()) as is_open,
      support.next_open_ms(clock.now_ms()) as next_open_ms,
       (select count(*) from support.presence where support.is_on_duty(operator_id)) as agents_online,
       (select percentile_cont(0.5) within group (order by wait_ms) from (
         select wait_ms from support.wait order by wait_id desc limit 20) as newest) as usual_wait_ms
     from support.setting`,
  )
  const row = rows[0]
  if (row === undefined) throw new Error('customer service has no settings')
  return {
    hours: parse(supportHours, { timeZone: row.time_zone, days: row.days }),
    alarmMs: row.alarm_ms,
    isOpen: row.is_open,
    nextOpenMs: row.is_open ? null : numberOrNull(row.next_open_ms),
    agentsOnline: Number(row.agents_online),
    usualWaitMs: row.usual_wait_ms === null ? null : Math.round(row.usual_wait_ms),
    keptDays: row.keep_days,
    visitKeptDays: row.visit_keep_days,
  }
}

/** A conversation whose newest message is the customer's and awaits a reply. */
export interface AwaitingReply {
  readonly conversationId: bigint
  /** Null for a visitor. */
  readonly customerId: bigint | null
  readonly seq: number
  readonly language: string | null
  /** The assistant has spoken since the conversation was opened. */
  readonly isGreeted: boolean
}

/** Conversations that the sandbox's assistant may reply to, whose newest message is older than `olderThanMs`. */
export async function readUnanswered(pool: Pool, olderThanMs: number): Promise<AwaitingReply[]> {
  const { rows } = await pool.query<
    Pick<support.ConversationRow, 'conversation_id' | 'customer_id' | 'language'> &
      Pick<support.MessageRow, 'seq'> & { readonly is_greeted: boolean }
  >({
    name: 'unanswered',
    text: `select c.conversation_id, c.customer_id, m.seq, c.language, exists (
       select from support.message as g where g.conversation_id = c.conversation_id and g.sender = 'assistant'
         and g.at_ms >= c.opened_ms) as is_greeted
     from support.conversation as c, lateral (
       select seq, sender, at_ms from support.message where conversation_id = c.conversation_id and sender <> 'system'
         order by seq desc limit 1) as m
     where c.state = 'waiting' and m.sender = 'customer' and m.at_ms <= clock.now_ms() - $1::bigint
       and not exists (select from support.presence where support.is_on_duty(operator_id))
     limit 100`,
    values: [olderThanMs],
  })
  return rows.map((row) => ({
    conversationId: row.conversation_id,
    customerId: row.customer_id,
    seq: row.seq,
    language: row.language,
    isGreeted: row.is_greeted,
  }))
}

/**
 * Adds the assistant's reply; if the customer does not see it at once, the inbox says so. False when someone else was
 * faster.
 */
export async function assist(
  pool: Pool,
  { conversationId, seq }: AwaitingReply,
  { text, isThere }: { readonly text: string; readonly isThere: boolean },
): Promise<boolean> {
  return callRoutine<boolean>(pool, 'support.assist', conversationId, seq, text, isThere)
}
