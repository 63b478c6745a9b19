import { momentKinds } from '@candor/api/operator'
import type { CustomerMoment } from '@candor/api/operator'
import type { Pool } from 'pg'
import { formatUnits } from '@candor/money'
import { amountOf } from '../ledger/index.ts'

type MomentKind = CustomerMoment['kind']

/** A place in a timeline: everything that follows it is older. */
export interface TimelinePlace {
  readonly atMs: bigint
  readonly kind: string
  readonly id: bigint
}

/** Where the records of a kind are: their table, and their columns as SQL. */
interface Source {
  readonly from: string
  readonly id: string
  readonly at: string
  readonly state?: string
  readonly amount?: string
  readonly asset?: string
  readonly where?: string
}

const sources: Readonly<Record<MomentKind, readonly Source[]>> = {
  contract: [
    {
      from: 'contract.contract_order',
      id: 'order_id',
      at: 'settled_ms',
      state: 'result::text',
      amount: 'net',
      asset: 'asset',
      where: "state = 'closed'",
    },
    {
      from: 'contract.contract_order',
      id: 'order_id',
      at: 'accepted_ms',
      state: 'state::text',
      amount: 'stake',
      asset: 'asset',
      where: "state = 'open'",
    },
  ],
  recharge: [
    {
      from: 'deposit.deposit',
      id: 'deposit_id',
      at: 'created_ms',
      state: 'state::text',
      amount: 'coalesce(credited, quantity)',
      asset: 'asset',
    },
  ],
  withdrawal: [
    {
      from: 'withdrawal.withdrawal',
      id: 'withdrawal_id',
      at: 'created_ms',
      state: 'state::text',
      amount: 'amount',
      asset: 'asset',
    },
  ],
  swap: [{ from: 'swap.swap', id: 'swap_id', at: 'at_ms', amount: 'gives', asset: 'from_asset' }],
  interest: [
    {
      from: 'interest.interest_order',
      id: 'order_id',
      at: 'start_ms',
      state: 'state::text',
      amount: 'amount',
      asset: 'asset',
    },
  ],
  sale: [{ from: 'floor.sale', id: 'sale_id', at: 'created_ms', state: 'state::text', amount: 'quantity', asset: '2' }],
  identity: [{ from: 'kyc.submission', id: 'submission_id', at: 'sent_ms', state: 'state' }],
  support: [
    {
      from: 'support.message join support.conversation using (conversation_id)',
      id: 'conversation_id',
      at: 'at_ms',
      where: "body ->> 'event' = 'waiting'",
    },
  ],
  login: [{ from: 'identity.login', id: 'login_id', at: 'at_ms', state: 'outcome' }],
}

/** The newest records of one source below a place, as a query of its own: no source is read further than needed. */
function branchOf(kind: MomentKind, { from, id, at, state, amount, asset, where }: Source): string {
  return `(select '${kind}' as kind, ${id} as id, ${at} as at_ms, ${state ?? 'null::text'} as state,
      ${amount ?? 'null::bigint'} as amount, (${asset ?? 'null'})::smallint as asset
    from ${from} where customer_id = $1 and ${where ?? 'true'} and (${at}, '${kind}' collate "C", ${id}) < ($2, $3 collate "C", $4)
    order by ${at} desc, ${id} desc limit $5)`
}

/** A moment as SQL returns it. */
export interface MomentRow {
  readonly kind: MomentKind
  readonly id: bigint
  readonly at_ms: bigint
  readonly state: string | null
  readonly amount: bigint | null
  readonly asset: number | null
}

const newest: TimelinePlace = { atMs: 9_223_372_036_854_775_807n, kind: '~', id: 0n }

/** What happened to a customer below a place (null: from now on), newest first; of one kind, or of all (null). */
export async function readMoments(
  pool: Pool,
  { customerId, kind }: { readonly customerId: bigint; readonly kind: MomentKind | null },
  place: TimelinePlace | null,
  limit: number,
): Promise<CustomerMoment[]> {
  const { atMs, kind: lastKind, id } = place ?? newest
  const branches = (kind === null ? momentKinds : [kind]).flatMap((of) =>
    sources[of].map((source) => branchOf(of, source)),
  )
  const { rows } = await pool.query<MomentRow>(
    `select * from (${branches.join(' union all ')}) as moments
     order by at_ms desc, kind collate "C" desc, id desc limit $5`,
    [customerId, atMs, lastKind, id, limit],
  )
  return rows.map(momentOf)
}

/** A moment of its row. */
export function momentOf({ kind, id, at_ms: atMs, state, amount, asset }: MomentRow): CustomerMoment {
  return {
    kind,
    id: String(id),
    atMs: Number(atMs),
    state,
    amount: amount === null ? null : formatUnits(amount),
    asset: asset === null ? null : amountOf(asset, 0n).asset,
  }
}
