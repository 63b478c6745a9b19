import { deepEqual, equal } from 'node:assert/strict'
import type { Asset } from '@candor/money'
import fc from 'fast-check'
import type { Pool } from 'pg'
import { assetCode } from '../../ledger/ledger.ts'
import { command, compare } from './ledger-comparison.ts'
import type { LedgerCommand, Real } from './ledger-comparison.ts'
import type { LedgerModel } from './ledger-model.ts'
import { rewardSetting } from './reward-model.ts'

/** Puts money aside for rewards on each stripe of the ledger. */
export async function setUpRewards(owner: Pool): Promise<void> {
  await owner.query('update invite.invite_setting set most_per_inviter = $1', [rewardSetting.mostPerInviter])
  for (const asset of [1, 2])
    await owner.query(`select invite.fund_rewards('history', $1::smallint, $2)`, [asset, rewardSetting.fundsUnits * 4n])
}

async function compareRewards(model: LedgerModel, real: Real): Promise<void> {
  const { rows } = await real.world.app.query<{ stripe: number; posted: bigint }>(
    `select stripe, posted from ledger.balance where kind = 'reward' order by stripe`,
  )
  deepEqual(new Map(rows.map(({ stripe, posted }) => [stripe, posted])), model.rewards.funds)
  const { rows: told } = await real.world.app.query<{ reward: string }>(
    `select format('%s %s %s %s', inviter_id, case asset when 1 then 'USD' else 'USDT' end, amount,
      paid_ms is not null) as reward
     from invite.invite_reward`,
  )
  const found = told.map(({ reward }) => reward.replace(/t$/, 'true').replace(/f$/, 'false'))
  equal(found.toSorted().join('; '), model.rewards.summary())
  await compare(model, real)
}

/** The owner sets the reward from now on. */
const setReward = (asset: Asset, units: bigint): LedgerCommand =>
  command(`a reward is ${units} ${asset}`, async (model, real) => {
    await real.world.owner.query('select invite.set_invite_reward($1::smallint, $2)', [assetCode(asset), units])
    model.rewards.next = { asset: asset, units: units }
  })

/**
 * A customer's invitees become verified, all at once. Their numbers are far from those that a history uses for unknown
 * customers.
 */
const verifyFriends = (inviter: number, count: number): LedgerCommand =>
  command(`${count} friends of ${inviter} are verified`, async (model, real) => {
    const inviterId = BigInt(inviter)
    if (!model.rewards.isOpen(inviterId)) return
    const { rows } = await real.world.owner.query<{ customer_id: bigint }>(
      `insert into identity.customer (customer_id, public_id, email, password_hash, invite_code, invited_by, lang,
      created_ms)
     overriding system value
     select n, (20000000 + n)::text, n || '@example.org', '$argon2id$', 'B' || lpad(n::text, 5, '0'), $1, 'en', 0
     from (select greatest(max(customer_id), 1000) as last from identity.customer) as so_far,
       lateral generate_series(last + 1, last + $2) as n
     returning customer_id`,
      [inviterId, count],
    )
    const verify = (id: bigint) =>
      real.world.owner.query(`update identity.customer set kyc_state = 'verified' where customer_id = $1`, [id])
    await Promise.all(rows.map(({ customer_id: id }) => verify(id)))
    for (let verified = 0; verified < count; verified += 1) model.rewards.verify(inviterId)
    await compareRewards(model, real)
  })

/** Several payers on a stripe at once: together they pay each reward once. */
const payRewards = (stripe: number, payers: number): LedgerCommand =>
  command(`${payers} pay rewards of ${stripe}`, async (model, real) => {
    const pay = () => real.world.app.query('select invite.pay_invite_rewards($1::smallint, 500)', [stripe])
    await Promise.all(Array.from({ length: payers }, pay))
    model.rewards.pay(stripe)
    await compareRewards(model, real)
  })

/** Invitation rewards in a history. */
export function rewardCommands(customers: number): fc.Arbitrary<LedgerCommand>[] {
  const asset = fc.constantFrom('USD' as const, 'USDT' as const)
  return [
    fc.tuple(asset, fc.constantFrom(0n, 2_500_000n, 5_000_000n, 5_000_001n)).map((args) => setReward(...args)),
    fc.tuple(fc.integer({ min: 1, max: customers }), fc.constantFrom(1, 1, 2, 4)).map((args) => verifyFriends(...args)),
    fc.tuple(fc.integer({ min: 1, max: 8 }), fc.constantFrom(1, 1, 3)).map((args) => payRewards(...args)),
  ]
}
