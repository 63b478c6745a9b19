import { startLedgerChecker } from '../modules/soundness/index.ts'
import { startSettler } from '../modules/settlement/index.ts'
import type { Health, Shared } from './shared.ts'

/** Settles orders, and checks the ledger. */
export interface Settlement extends Pick<Health, 'isLedgerHalted'> {
  stop(): Promise<void>
}

/** Starts settlement. Several processes may settle: an order closes once. */
export function startSettlement({ pool, bus, balances, logger, metrics }: Shared): Settlement {
  const settler = startSettler({
    pool,
    bus,
    balances,
    logger,
    onSettled: ({ result, voidReason }) => {
      metrics.ordersSettled.inc({ result, void_reason: voidReason ?? '' })
    },
    onStuck: (orders) => {
      metrics.alarms.set({ name: 'order-stuck' }, orders > 0 ? 1 : 0)
    },
    onOverdue: (orders) => {
      metrics.ordersOverdue.set(orders)
    },
  })
  const checker = startLedgerChecker({
    pool,
    logger,
    onChecked: (mismatches) => {
      metrics.ledgerMismatches.set(mismatches)
    },
  })
  return {
    isLedgerHalted: checker.isHalted,
    stop: async () => {
      await settler.stop()
      await checker.stop()
    },
  }
}
