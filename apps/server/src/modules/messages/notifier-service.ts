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
  readonly balances: Pick<BalancePublisher, 'publish' | 'publishHere'>
}

/** A notifier that also passes on messages that reach every process. */
export interface OwnNotifier extends Notifier {
  /** Notifies the sockets of this process alone. */
  announceHere(customerId: bigint, notice: Notice): void
}

/** Makes the notifier over the bus topic `account`. */
export function createNotifier({ bus, balances }: NotifierOptions): OwnNotifier {
  const tell = (customerId: bigint, notice: Notice) => {
    if (bus.isAwaited(customerId)) bus.publish('account', { customerId, event: { type: 'notice', notice } })
  }
  return {
    announceHere(customerId, notice) {
      tell(customerId, notice)
      if (movesMoney[notice.kind]) balances.publishHere([customerId])
    },
    announce(customerId, notice) {
      // The gate of verification opens or closes with the decision, not some seconds later.
      if (notice.kind === 'kyc') bus.publish('customer-changed', { customerId })
      tell(customerId, notice)
      if (bus.hasOthers) bus.publish('touched', { orders: [], balances: [], notices: [{ customerId, notice }] })
      if (movesMoney[notice.kind]) balances.publish([customerId])
      return Promise.resolve()
    },
  }
}
