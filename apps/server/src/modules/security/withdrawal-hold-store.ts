import { dayMs } from '@candor/formulas'
import type { Pool, PoolClient } from 'pg'
import { callRoutine } from '../../platform/postgres/routine.ts'

/** Makes withdrawals of a customer wait, in the transaction of a change that a stranger may have made. */
export type HoldWithdrawals = (client: PoolClient, customerId: bigint) => Promise<void>

/**
 * Withdrawals are held for a day after the password or the mailbox changed, so that the owner has time to read the mail
 * about it. Play money needs no hold.
 */
export function withdrawalHold(mode: 'sandbox' | 'live'): HoldWithdrawals {
  const holdMs = mode === 'live' ? dayMs : 0
  return async (client, customerId) => {
    await client.query('select security.hold_withdrawals($1, $2)', [customerId, holdMs])
  }
}

/** Until when withdrawals are held; 0 where they never were. */
export async function withdrawalsHeldUntilMs(pool: Pool, customerId: bigint): Promise<number> {
  return Number(await callRoutine<bigint>(pool, 'security.withdrawals_held_until_ms', customerId))
}
