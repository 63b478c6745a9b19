import type { Notice } from '@candor/api'
import type { Bus } from '../../platform/bus/index.ts'
import type { Database } from '../../platform/transaction.ts'
import { readBalances } from '../ledger/index.ts'
import { balanceView } from '../statement/index.ts'

/** Notifies a customer's open sockets, and the gates. */
export interface Notifier {
  /**
   * Call it after the decision's commit. When money may have moved (deposit, withdrawal, swap), the new balances
   * follow. Customers without a socket find the message in the inbox. Throws when the balances cannot be read.
   */
  announce(customerId: bigint, notice: Notice): Promise<void>
}

const movesMoney: Readonly<Record<Notice['kind'], boolean>> = {
  kyc: false,
  security: false,
  message: false,
  recharge: true,
  withdrawal: true,
  sale: true,
  swap: true,
  term: true,
  invite: true,
}

/** Makes the notifier over the bus topic `account`. */
export function createNotifier({ pool, bus }: { readonly pool: Database; readonly bus: Bus }): Notifier {
  return {
    async announce(customerId, notice) {
      // The gate of verification opens or closes with the decision, not some seconds later.
      if (notice.kind === 'kyc') bus.publish('customer-changed', { customerId })
      if (!bus.isAwaited(customerId)) return
      bus.publish('account', { customerId, event: { type: 'notice', notice } })
      if (!movesMoney[notice.kind]) return
      const items = await readBalances(pool, [customerId])
      bus.publish('account', { customerId, event: { type: 'balances', items: items.map(balanceView) } })
    },
  }
}
