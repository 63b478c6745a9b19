import type { InvitedState } from '@candor/api'
import type { Amount } from '@candor/money'
import type { Pool } from 'pg'
import type * as identity from '../../../database/rows/identity.ts'
import type * as invite from '../../../database/rows/invite.ts'
import type { Joined, Known } from '../../platform/postgres/columns.ts'
import { amountOf, assetCode, bookDue, firstDue } from '../ledger/index.ts'

/** A customer who registered with an invitation code. */
export interface InvitedRecord {
  /** The first registration with the code is 1. */
  readonly place: bigint
  readonly contact: string
  readonly state: InvitedState
  readonly joinedMs: number
  readonly reward: (Amount & { readonly paidMs: number }) | null
}

/** The results of a customer's code, and the reward for the next verification. */
export interface InviteSummary {
  readonly code: string
  /** Null where the customer shows none. */
  readonly shownName: string | null
  readonly invited: number
  readonly verified: number
  /** With how many more get it. */
  readonly reward: (Amount & { readonly left: number }) | null
}

/** The code of a customer, and the number of registrations with it. Throws for an unknown customer. */
export async function readSummary(pool: Pool, customerId: bigint): Promise<InviteSummary> {
  const { rows } = await pool.query<
    invite.NextInviteRewardResult & {
      readonly code: identity.CustomerRow['invite_code']
      readonly shown_name: string | null
      readonly invited: bigint
      readonly verified: bigint
      readonly left: number
    }
  >(
    `select c.invite_code as code, (select name from invite.shown_name as n where n.customer_id = c.customer_id)
         as shown_name, friends.*, r.asset, r.amount,
       s.most_per_inviter - (select count(*) from invite.invite_reward as had
         where had.inviter_id = c.customer_id)::integer as left
     from identity.customer as c
     cross join invite.invite_setting as s
     cross join lateral (
       select count(*) as invited, count(*) filter (where f.kyc_state = 'verified') as verified
       from identity.customer as f where f.invited_by = c.customer_id
     ) as friends
     left join lateral invite.next_invite_reward(c.customer_id) as r on true
     where c.customer_id = $1`,
    [customerId],
  )
  const [row] = rows
  if (row === undefined) throw new Error(`no customer ${customerId}`)
  const { code, asset, amount, left } = row
  return {
    code,
    shownName: row.shown_name,
    invited: Number(row.invited),
    verified: Number(row.verified),
    reward: asset === null || amount === null ? null : { ...amountOf(asset, amount), left },
  }
}

type InvitedRow = Pick<identity.CustomerRow, 'created_ms'> &
  Joined<Pick<invite.InviteRewardRow, 'paid_ms' | 'asset' | 'amount'>> & {
    readonly place: bigint
    readonly contact: string
    readonly state: InvitedState
  }

/** Up to `limit` of a customer's invitees, before a position (null: from the newest), newest first. */
export async function listInvited(
  pool: Pool,
  customerId: bigint,
  beforePlace: bigint | null,
  limit: number,
): Promise<InvitedRecord[]> {
  const { rows } = await pool.query<InvitedRow>(
    `select f.place, invite.masked_contact(f.mobile, f.email) as contact, f.created_ms, r.asset, r.amount, r.paid_ms,
       case when f.kyc_state = 'verified' then 'verified' else 'registered' end as state
     from (select *, row_number() over (order by customer_id) as place from identity.customer
       where invited_by = $1) as f
     left join invite.invite_reward as r on r.invited_id = f.customer_id and r.paid_ms is not null
     where $2::bigint is null or f.place < $2
     order by f.place desc limit $3`,
    [customerId, beforePlace, limit],
  )
  return rows.map(invitedOf)
}

function invitedOf({
  place,
  contact,
  state,
  created_ms: createdMs,
  asset,
  amount,
  paid_ms: paidMs,
}: InvitedRow): InvitedRecord {
  const isPaid = asset !== null && amount !== null && paidMs !== null
  const reward = isPaid ? { ...amountOf(asset, amount), paidMs: Number(paidMs) } : null
  return { place, contact, state, joinedMs: Number(createdMs), reward }
}

/** An inviter whose reward was just paid. */
export interface Rewarded {
  readonly inviterId: bigint
  readonly code: string
}

/** The stripes on which promised rewards wait. */
export async function readRewardStripes(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query<Pick<invite.InviteRewardRow, 'stripe'>>(
    'select distinct stripe from invite.invite_reward where paid_ms is null order by stripe',
  )
  return rows.map(({ stripe }) => stripe)
}

/** Pays promised rewards of a stripe in one batch, and returns their inviters, each once. */
export const payRewards = bookDue(
  'select inviter_id, invite_code from invite.pay_invite_rewards($1::smallint, $2, $3)',
  (row: Known<invite.RewardedRow>): Rewarded => ({ inviterId: row.inviter_id, code: row.invite_code }),
)

/** The reward that payRewards would start with, by its invited customer, or null when none is due. */
export const readFirstReward = firstDue('invite.due_invite_rewards')

/** As the owner: sets the reward from now on (null: none), and funds it when the books are play money. */
export async function seedInviteReward(owner: Pool, reward: Amount | null, isFunded: boolean): Promise<void> {
  await owner.query('select invite.set_invite_reward($1::smallint, $2)', [
    assetCode(reward?.asset ?? 'USDT'),
    reward?.units ?? 0n,
  ])
  if (reward === null || !isFunded) return
  await owner.query(
    `select invite.fund_rewards('sandbox', $1::smallint, amount) from ledger.setting where name = 'house-funding'`,
    [assetCode(reward.asset)],
  )
}

/** The name that a customer shows to people who enter their code; null where they show none. */
export async function readShownName(pool: Pool, customerId: bigint): Promise<string | null> {
  const { rows } = await pool.query<Pick<invite.ShownNameRow, 'name'>>(
    'select name from invite.shown_name where customer_id = $1',
    [customerId],
  )
  return rows[0]?.name ?? null
}

/** Sets that name; an empty one removes it. */
export async function putShownName(pool: Pool, customerId: bigint, name: string): Promise<void> {
  await pool.query('select invite.show_name($1, $2)', [customerId, name])
}
