import type { Notice } from '@candor/api'
import type { Bus } from '../../platform/bus/index.ts'
import type { BalancePublisher } from '../statement/index.ts'

/** Notifies a customer's open sockets, and the gates. */
export interface Notifier {
  /**
   * Call it after the decision's commit. When money may have moved (deposit, withdrawal, swap), the new balances
   * follow. Customers without a socket find the message in the inbox.
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

export interface NotifierOptions {
  readonly bus: Bus
  readonly balances: Pick<BalancePublisher, 'publish'>
}

/** Makes the notifier over the bus topic `account`. */
export function createNotifier({ bus, balances }: NotifierOptions): Notifier {
  return {
    announce(customerId, notice) {
      // The gate of verification opens or closes with the decision, not some seconds later.
      if (notice.kind === 'kyc') bus.publish('customer-changed', { customerId })
      if (bus.isAwaited(customerId)) bus.publish('account', { customerId, event: { type: 'notice', notice } })
      if (movesMoney[notice.kind]) balances.publish([customerId])
      return Promise.resolve()
    },
  }
}
