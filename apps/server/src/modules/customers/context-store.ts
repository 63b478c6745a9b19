import type { CustomerFilter } from '@candor/api/operator'
import type { Pool } from 'pg'
import type * as support from '../../../database/rows/support.ts'
import type { Known } from '../../platform/postgres/columns.ts'
import { momentOf } from './timeline-store.ts'
import type { MomentRow } from './timeline-store.ts'

const mostFound = 20
/** An operator opens the same few customers again and again: so many views hold the last ones. */
const viewsRead = 300

/** The SQL of the filters that begin with customers' numbers: $1 is the operator, $2 the limit. */
const found: Readonly<Record<Exclude<CustomerFilter, 'new'>, string>> = {
  recent: `select split_part(subject, ':', 2)::bigint as customer_id from (
      select subject, seq from audit.entry where operator_id = $1 and action = 'customer.viewed'
      order by seq desc limit ${viewsRead}) as seen
    group by subject order by max(seq) desc limit $2`,
  refused: `select customer_id from (
      select s.customer_id, s.decided_ms from kyc.submission as s join identity.customer as c using (customer_id)
      where s.decided_ms is not null and s.state = 'rejected' and c.kyc_state = 'rejected' and $1::bigint is not null
      order by s.decided_ms desc limit 3 * $2) as refused
    group by customer_id order by max(decided_ms) desc limit $2`,
  // One USDT counts as one USD. It reads every balance; none of them has an index, which each booking would pay for.
  large: `select owner_id as customer_id from ledger.balance
    where owner_id > 0 and kind = 'available' and $1::bigint is not null
    group by owner_id order by sum(available) desc limit $2`,
}

/** The numbers of the customers of a filter, in its order. */
export async function findByFilter(
  pool: Pool,
  filter: Exclude<CustomerFilter, 'new'>,
  operatorId: bigint,
): Promise<bigint[]> {
  const { rows } = await pool.query<{ customer_id: bigint }>(found[filter], [operatorId, mostFound])
  return rows.map((row) => row.customer_id)
}

/** What of a customer waits for operators, a merchant or the chain, oldest first. */
export async function readOpenCases(pool: Pool, customerId: bigint) {
  const { rows } = await pool.query<MomentRow>(
    `select 'withdrawal' as kind, withdrawal_id as id, created_ms as at_ms, state::text as state, amount, asset
     from withdrawal.withdrawal where customer_id = $1 and state in ('under-review', 'approved', 'sent')
     union all
     select 'recharge', deposit_id, created_ms, state::text, quantity, asset
     from deposit.deposit where customer_id = $1 and state = 'under-review'
     union all
     select 'identity', submission_id, sent_ms, state, null, null
     from kyc.submission where customer_id = $1 and state = 'under-review'
     union all
     select 'sale', sale_id, created_ms, state::text, quantity, 2
     from floor.sale where customer_id = $1 and state = 'in-progress'
     union all
     select 'support', conversation_id, opened_ms, state, null, null
     from support.conversation where customer_id = $1 and state <> 'closed'
     order by at_ms limit 50`,
    [customerId],
  )
  return rows.map(momentOf)
}

const notesRead = 10

/** What agents noted in a customer's conversation, the newest first. */
export async function readAgentNotes(pool: Pool, customerId: bigint) {
  const { rows } = await pool.query<
    Pick<support.NoteRow, 'note_id' | 'conversation_id' | 'at_ms' | 'text'> & Known<{ name: string | null }>
  >(
    `select note_id, conversation_id, at_ms, text, name
     from support.note join support.conversation as c using (conversation_id)
       join operator.directory as o on o.operator_id = note.operator_id
     where c.customer_id = $1 order by note_id desc limit $2`,
    [customerId, notesRead],
  )
  return rows.map(({ note_id, conversation_id, at_ms, text, name }) => ({
    id: String(note_id),
    conversationId: String(conversation_id),
    operator: name,
    atMs: Number(at_ms),
    text,
  }))
}
