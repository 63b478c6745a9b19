import type { SupportMessage } from '@candor/api/support'
import type { SupportCannedAnswer, SupportConversation, SupportSettings } from '@candor/api/operator/support'
import type { Pool } from 'pg'
import type * as audit from '../../../database/rows/audit.ts'
import type * as identity from '../../../database/rows/identity.ts'
import type * as operator from '../../../database/rows/operator.ts'
import type * as support from '../../../database/rows/support.ts'
import { onlyRow } from '../../platform/only-row.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import type { Joined, Known } from '../../platform/postgres/columns.ts'
import { callRoutine, routine } from '../../platform/postgres/routine.ts'
import { readLastMessages } from './message-store.ts'

/** A conversation as agents see it, without state held in memory only. */
export interface DeskConversation extends Omit<SupportConversation, 'customer' | 'visitor' | 'lastMessage' | 'agent'> {
  readonly conversationId: bigint
  /** Null for a visitor, who has no account. */
  readonly account: Account | null
  readonly operatorId: bigint | null
  readonly operatorName: string | null
  readonly lastMs: number
  readonly lastMessage: SupportMessage | null
}

/** The account of a customer who writes. */
export interface Account {
  readonly customerId: bigint
  readonly publicId: string
  readonly kycState: NonNullable<SupportConversation['customer']>['kycState']
  readonly isEnabled: boolean
  readonly registeredMs: number
}

type DeskRow = Pick<
  support.ConversationRow,
  | 'conversation_id'
  | 'customer_id'
  | 'state'
  | 'operator_id'
  | 'language'
  | 'device'
  | 'opened_ms'
  | 'waiting_since_ms'
  | 'newest_seq'
  | 'agent_read_seq'
  | 'customer_read_seq'
  | 'last_ms'
> &
  Joined<Pick<identity.CustomerRow, 'public_id' | 'kyc_state' | 'created_ms'>> &
  Joined<Pick<support.RatingRow, 'score' | 'comment'>> & {
    readonly customer_state: identity.CustomerRow['state'] | null
    readonly operator_name: operator.DirectoryRow['name']
    readonly rated_ms: support.RatingRow['at_ms'] | null
    readonly is_overdue: boolean
    readonly unread: number
  }

const conversations = (where: string, tail: string) => `
  select c.conversation_id, c.customer_id, u.public_id, u.kyc_state, u.state as customer_state, u.created_ms, c.state,
    c.operator_id,
    o.name as operator_name, c.language, c.device, c.opened_ms, c.waiting_since_ms,
    coalesce(c.waiting_since_ms + s.alarm_ms < clock.now_ms(), false) as is_overdue, c.newest_seq, c.agent_read_seq,
      c.customer_read_seq, c.last_ms,
    (select count(*)::integer from support.message as m
     where m.conversation_id = c.conversation_id and m.sender = 'customer' and m.seq > c.agent_read_seq) as unread,
    r.score, r.comment, r.at_ms as rated_ms
  from support.conversation as c left join identity.customer as u using (customer_id) cross join support.setting as s
    left join operator.directory as o on o.operator_id = c.operator_id
    left join support.rating as r on r.conversation_id = c.conversation_id and r.closed_seq = c.closed_seq
    left join support.visit as v on v.conversation_id = c.conversation_id
  where c.newest_seq > 0 and num_nonnulls(c.customer_id, v.conversation_id) = 1 and ${where} ${tail}`

async function read(pool: Pool, query: string, values: readonly unknown[]): Promise<DeskConversation[]> {
  const { rows } = await pool.query<DeskRow>(query, [...values])
  const last = await readLastMessages(
    pool,
    rows.map((row) => row.conversation_id),
  )
  return rows.map((row) => ({
    id: String(row.conversation_id),
    conversationId: row.conversation_id,
    account: accountOf(row),
    state: row.state,
    operatorId: row.operator_id,
    operatorName: row.operator_name,
    language: row.language,
    device: row.device,
    openedMs: Number(row.opened_ms),
    waitingSinceMs: numberOrNull(row.waiting_since_ms),
    isOverdue: row.is_overdue,
    newestSeq: row.newest_seq,
    unread: row.unread,
    agentReadSeq: row.agent_read_seq,
    customerReadSeq: row.customer_read_seq,
    lastMs: Number(row.last_ms),
    lastMessage: last.get(row.conversation_id) ?? null,
    rating: row.score === null ? null : { score: row.score, comment: row.comment ?? '', atMs: Number(row.rated_ms) },
  }))
}

function accountOf({ customer_id, public_id, kyc_state, customer_state, created_ms }: DeskRow): Account | null {
  if (customer_id === null || public_id === null || kyc_state === null) return null
  const isEnabled = customer_state === 1
  return {
    customerId: customer_id,
    publicId: public_id,
    kycState: kyc_state,
    isEnabled,
    registeredMs: Number(created_ms),
  }
}

/** The conversations that wait, the longest first. */
export function readQueue(pool: Pool, limit: number): Promise<DeskConversation[]> {
  return read(pool, conversations(`c.state = 'waiting'`, 'order by c.waiting_since_ms, c.conversation_id limit $1'), [
    limit,
  ])
}

/** An agent's conversations, those awaiting a reply first. */
export function readOwn(pool: Pool, operatorId: bigint): Promise<DeskConversation[]> {
  const tail = 'order by c.waiting_since_ms nulls last, c.conversation_id'
  return read(pool, conversations(`c.state = 'answering' and c.operator_id = $1`, tail), [operatorId])
}

export async function findConversation(pool: Pool, conversationId: bigint): Promise<DeskConversation | null> {
  return (await read(pool, conversations('c.conversation_id = $1', ''), [conversationId]))[0] ?? null
}

/** Filter of conversations. */
export interface ConversationFilter {
  readonly state: SupportConversation['state'] | null
  /** Part of a message, or of the customer's known data; null: any. */
  readonly text: string | null
  /** An agent who took part; null: any. */
  readonly operatorId: bigint | null
  readonly before: { readonly lastMs: number; readonly conversationId: bigint } | null
  readonly limit: number
}

/** Conversations that fulfil a filter, the last active first. */
export function listConversations(pool: Pool, filter: ConversationFilter): Promise<DeskConversation[]> {
  const where = `($1::text is null or c.state = $1)
    and ($2::bigint is null or c.operator_id = $2 or exists (
      select from support.message as m where m.conversation_id = c.conversation_id and m.operator_id = $2))
    and ($3::text is null or u.public_id = $3 or u.mobile like '%' || $4 or lower(u.email) like lower($4) || '%'
      or exists (
      select from support.message as m where m.conversation_id = c.conversation_id
        and m.body ->> 'text' ilike '%' || $4 || '%'))
    and (c.last_ms, c.conversation_id) < (coalesce($5::bigint, 9223372036854775807), coalesce($6::bigint, 0))`
  const { state, text, operatorId, before, limit } = filter
  const pattern = text === null ? null : text.replaceAll(/[\\%_]/g, '\\$&')
  const values = [state, operatorId, text, pattern, before?.lastMs ?? null, before?.conversationId ?? null, limit]
  return read(pool, conversations(where, 'order by c.last_ms desc, c.conversation_id desc limit $7'), values)
}

/** An operator who may reply. */
export interface Agent {
  readonly operatorId: bigint
  readonly name: string
  readonly isOnDuty: boolean
  readonly conversations: number
}

export async function readAgents(pool: Pool): Promise<Agent[]> {
  const { rows } = await pool.query<
    Known<Pick<operator.DirectoryRow, 'operator_id' | 'name'>> & {
      readonly is_on_duty: boolean
      readonly conversations: number
    }
  >(
    `select o.operator_id, o.name, support.is_on_duty(o.operator_id) as is_on_duty, (
       select count(*)::integer from support.conversation as c where c.operator_id = o.operator_id) as conversations
     from operator.directory as o
     where o.roles && '{support,lead}'::operator.role[] and not o.is_disabled and not o.is_sandbox order by o.name`,
  )
  return rows.map((row) => ({
    operatorId: row.operator_id,
    name: row.name,
    isOnDuty: row.is_on_duty,
    conversations: row.conversations,
  }))
}

/** Records an agent's poll of the desk, which keeps them on duty. */
export async function seeDesk(pool: Pool, secret: string): Promise<void> {
  await pool.query('select support.see_desk($1)', [secret])
}

export async function setDuty(pool: Pool, secret: string, isOnDuty: boolean): Promise<void> {
  await pool.query('select support.set_duty($1, $2)', [secret, isOnDuty])
}

async function outcomeOf(pool: Pool, call: string, values: readonly unknown[]): Promise<string> {
  const { rows } = await pool.query<{ outcome: string }>(`select ${call} as outcome`, [...values])
  return onlyRow(rows, call).outcome
}

/** Returns claimed, own, taken or not-found. */
export function claimConversation(pool: Pool, secret: string, conversationId: bigint): Promise<string> {
  return outcomeOf(pool, 'support.claim($1, $2)', [secret, conversationId])
}

/** Returns transferred, not-found or not-allowed. */
export function transferConversation(
  pool: Pool,
  secret: string,
  conversationId: bigint,
  operatorId: bigint | null,
): Promise<string> {
  return outcomeOf(pool, 'support.transfer($1, $2, $3)', [secret, conversationId, operatorId])
}

/** Returns closed, not-found or not-allowed. */
export function closeConversation(pool: Pool, secret: string, conversationId: bigint): Promise<string> {
  return outcomeOf(pool, 'support.close($1, $2)', [secret, conversationId])
}

/** False where the conversation is not the caller's. */
export const markAgentRead = routine<[secret: string, conversationId: bigint, seq: number], boolean>(
  'support.agent_read',
)

/** The agents' notes on a conversation. */
export interface Note {
  readonly id: string
  readonly operator: string
  readonly atMs: number
  readonly text: string
}

export async function addNote(pool: Pool, secret: string, conversationId: bigint, text: string): Promise<Note | null> {
  const { rows } = await pool.query<Known<support.AddNoteResult>>(
    'select note_id, operator, at_ms from support.add_note($1, $2, $3)',
    [secret, conversationId, text],
  )
  const row = rows[0]
  return row === undefined ? null : { id: String(row.note_id), operator: row.operator, atMs: Number(row.at_ms), text }
}

export async function readNotes(pool: Pool, conversationId: bigint): Promise<Note[]> {
  const { rows } = await pool.query<
    Pick<support.NoteRow, 'note_id' | 'at_ms' | 'text'> & Known<Pick<operator.DirectoryRow, 'name'>>
  >(
    `select n.note_id, o.name, n.at_ms, n.text from support.note as n join operator.directory as o using (operator_id)
     where n.conversation_id = $1 order by n.note_id desc limit 200`,
    [conversationId],
  )
  return rows.map((row) => ({ id: String(row.note_id), operator: row.name, atMs: Number(row.at_ms), text: row.text }))
}

/** How a conversation was rated, the newest first. */
export interface Rating {
  readonly score: number
  readonly comment: string
  readonly atMs: number
  readonly operator: string | null
}

export async function readRatings(pool: Pool, conversationId: bigint): Promise<Rating[]> {
  const { rows } = await pool.query<
    Pick<support.RatingRow, 'score' | 'comment' | 'at_ms'> & Pick<operator.DirectoryRow, 'name'>
  >(
    `select r.score, r.comment, r.at_ms, o.name from support.rating as r
      left join operator.directory as o using (operator_id)
     where r.conversation_id = $1 order by r.closed_seq desc limit 50`,
    [conversationId],
  )
  return rows.map((row) => ({ score: row.score, comment: row.comment, atMs: Number(row.at_ms), operator: row.name }))
}

export async function readCanned(pool: Pool): Promise<SupportCannedAnswer[]> {
  const { rows } = await pool.query<support.CannedAnswerRow>(
    'select answer_id, title, language, text from support.canned_answer order by lower(title), answer_id',
  )
  return rows.map((row) => ({ id: String(row.answer_id), title: row.title, language: row.language, text: row.text }))
}

/** Adds (`id` is null) or changes a canned reply; null for an unknown id, or when there are too many. */
export async function putCanned(
  pool: Pool,
  secret: string,
  answer: {
    readonly id: bigint | null
    readonly title: string
    readonly language: string | null
    readonly text: string
  },
): Promise<SupportCannedAnswer | null> {
  const { id, title, language, text } = answer
  const kept = await callRoutine<bigint | null>(pool, 'support.put_canned', secret, id, title, language, text)
  return kept === null ? null : { id: String(kept), title, language, text }
}

export const removeCanned = routine<[secret: string, id: bigint], boolean>('support.remove_canned')

/** False for a time zone unknown to the database. */
export async function changeSetting(
  pool: Pool,
  secret: string,
  setting: { readonly timeZone: string; readonly days: readonly object[]; readonly alarmMs: number },
): Promise<boolean> {
  return callRoutine<boolean>(
    pool,
    'support.change_setting',
    secret,
    setting.timeZone,
    JSON.stringify(setting.days),
    setting.alarmMs,
  )
}

/** The last operator who changed opening hours or alarm, according to the audit; null if none did. */
export async function readSettingChange(pool: Pool): Promise<SupportSettings['changed']> {
  const { rows } = await pool.query<Pick<audit.EntryRow, 'actor' | 'at_ms'>>(
    `select actor, at_ms from audit.entry where action = 'support.hours-changed' order by seq desc limit 1`,
  )
  return rows[0] === undefined ? null : { operator: rows[0].actor, atMs: Number(rows[0].at_ms) }
}
