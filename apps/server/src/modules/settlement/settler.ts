import type { Bus } from '../../platform/bus/index.ts'
import { systemRepeat } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { WatchOptions } from '../../platform/rounds.ts'
import { orderView, publishOrders, readOrders, touchOrders } from '../contract/index.ts'
import { DueBatches } from '../ledger/index.ts'
import type { BalancePublisher } from '../statement/index.ts'
import { countOverdue, readDueStripes, readFirstDue, settleDue } from './settlement-store.ts'
import type { SettledOrder } from './settlement-store.ts'

const batchSize = 500
/** Frames trigger settling; this interval also picks up what an error or a lost message left. */
const sweepIntervalMs = 1_000
/** No order may stay open longer than this after it could have been settled without an alarm. */
const overdueGraceMs = 5_000

export interface SettlerOptions extends WatchOptions {
  readonly bus: Bus
  readonly balances: BalancePublisher
  readonly onSettled?: (order: SettledOrder) => void
  /** Called after each pass with the number of quarantined orders. */
  readonly onStuck?: (orders: number) => void
  readonly onOverdue?: (orders: number) => void
  readonly batchSize?: number
  /** A monotonic clock; the process's by default. */
  readonly monotonic?: Clock
}

/** The settlement role's loop. */
export interface Settler {
  /** Settles all that is due now. */
  settle(): Promise<void>
  /** Ends after the batches in progress. */
  stop(): Promise<void>
}

/** Starts settling: what is due at once, then with every frame. Several settlers may run; an order closes once. */
export function startSettler(options: SettlerOptions): Settler {
  const { pool, bus, logger } = options
  let isStopped = false
  let isWanted = false
  let running: Promise<void> | null = null
  let overdueBefore = 0
  const { report, reportRecovery } = createFailureLog(logger)
  const settling = createSettling(options)
  const settleStripe = async (stripe: number): Promise<void> => {
    try {
      await settling.run(stripe, () => isStopped)
      reportRecovery(stripe)
    } catch (error) {
      report(stripe, error)
    }
  }
  const settleAll = async (): Promise<void> => {
    try {
      while (isWanted && !isStopped) {
        isWanted = false
        await Promise.all((await readDueStripes(pool)).map(settleStripe))
        reportRecovery('all')
      }
    } catch (error) {
      report('all', error)
    } finally {
      running = null
    }
    options.onStuck?.(settling.stuckCount)
  }
  const settle = (): Promise<void> => {
    isWanted = true
    running ??= settleAll()
    return running
  }
  const watch = async (): Promise<void> => {
    const overdue = await countOverdue(pool, overdueGraceMs)
    options.onOverdue?.(overdue)
    if (overdue > 0 && overdueBefore === 0)
      logger.error({ alarm: 'orders-overdue', overdue }, 'orders are open past their exit')
    overdueBefore = overdue
  }
  const sweep = (): void => {
    void settle()
    watch().catch((error: unknown) => logger.error({ err: error }, 'overdue orders could not be counted'))
  }

  const unsubscribe = bus.subscribe('frame', () => void settle())
  const endSweeping = (options.repeat ?? systemRepeat)(sweep, sweepIntervalMs)
  sweep()
  return {
    settle,
    async stop() {
      isStopped = true
      unsubscribe()
      endSweeping()
      await running
      await options.balances.idle()
    },
  }
}

function createSettling(options: SettlerOptions): DueBatches<SettledOrder> {
  const { pool, logger } = options
  return new DueBatches<SettledOrder>({
    book: (stripe, limit, skipped) => settleDue(pool, stripe, limit, skipped),
    readFirst: (stripe, skipped) => readFirstDue(pool, stripe, skipped),
    batchSize: options.batchSize ?? batchSize,
    monotonic: options.monotonic,
    onBooked: async (settled) => {
      for (const order of settled) options.onSettled?.(order)
      touchOrders(
        options.bus,
        settled.map(({ customerId, orderId }) => ({ customerId, orderId })),
      )
      const awaited = settled.filter((order) => options.bus.isAwaited(order.customerId))
      const orders = await readOrders(
        pool,
        awaited.map((order) => order.orderId),
      )
      publishOrders(
        options,
        orders.map((order) => ({ customerId: order.customerId, view: orderView(order) })),
      )
    },
    onStuck: (orderId, stripe, cause) => {
      logger.error(
        { alarm: 'order-stuck', orderId: String(orderId), stripe, err: cause },
        'an order cannot be settled and stays open',
      )
    },
  })
}

/** Logs the failure of a stripe, or of all of them, when it changes, not at every frame. */
function createFailureLog(logger: Logger) {
  const failures = new Map<number | 'all', string>()
  return {
    report(where: number | 'all', error: unknown): void {
      const message = error instanceof Error ? error.message : String(error)
      if (failures.get(where) === message) return
      failures.set(where, message)
      logger.error({ stripe: where, err: error }, 'settlement failed; it is tried again')
    },
    reportRecovery(where: number | 'all'): void {
      if (failures.delete(where)) logger.info({ stripe: where }, 'settlement goes on')
    },
  }
}
