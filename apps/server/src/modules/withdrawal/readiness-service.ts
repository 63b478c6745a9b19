import type { OutputOf, withdrawalReadiness } from '@candor/api'
import { amount, assets, formatAmount } from '@candor/money'
import type { Clock } from '../../platform/clock.ts'
import type { Principal } from '../../platform/principal.ts'
import type { Database } from '../../platform/transaction.ts'
import { readBalances } from '../statement/index.ts'
import type { PayoutService } from '../payout/index.ts'
import type { PaymentPasswords } from '../security/index.ts'
import { readPrices } from './withdrawal-store.ts'
import { readinessOf } from './withdrawal.ts'

export interface ReadinessDependencies {
  readonly pool: Database
  readonly clock: Clock
  readonly payout: Pick<PayoutService, 'list'>
  readonly paymentPasswords: Pick<PaymentPasswords, 'state' | 'holdsWithdrawalsUntilMs'>
}

/** Returns what a customer still lacks for a withdrawal of each asset. */
export async function readReadiness(
  { pool, clock, payout, paymentPasswords }: ReadinessDependencies,
  { customerId, kycState }: Pick<Principal, 'customerId' | 'kycState'>,
): Promise<OutputOf<typeof withdrawalReadiness>> {
  const [methods, password, heldUntilMs, balances, prices] = await Promise.all([
    payout.list(customerId),
    paymentPasswords.state(customerId),
    paymentPasswords.holdsWithdrawalsUntilMs(customerId),
    readBalances(pool, [customerId]),
    readPrices(pool),
  ])
  const items = assets.map((asset) => {
    const kind = asset === 'USD' ? 'bank-card' : 'wallet-address'
    const available = balances.find((balance) => balance.asset === asset)?.available ?? amount(asset, 0n)
    const { minimum, fee } = prices.get(asset) ?? { minimum: amount(asset, 0n), fee: amount(asset, 0n) }
    const readiness = readinessOf(
      {
        isVerified: kycState === 'verified',
        hasPaymentPassword: password !== null && !password.locked,
        usableFromMs: methods.items.filter((method) => method.kind === kind).map(({ usableFromMs }) => usableFromMs),
        heldUntilMs,
        available,
        minimum,
      },
      clock.nowMs(),
    )
    const figures = { available: formatAmount(available), minimum: formatAmount(minimum), fee: formatAmount(fee) }
    return { asset, ...readiness, ...figures }
  })
  return { kycState, items }
}
