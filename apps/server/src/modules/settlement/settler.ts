import type { Pool } from 'pg'
import type { Bus } from '../../platform/bus/index.ts'
import type { Logger } from '../../platform/logger.ts'
import { AccountEvents, readOrders } from '../contract/index.ts'
import { settleDue } from '../ledger/index.ts'
import type { SettledOrder } from '../ledger/index.ts'
import { countOverdue, readDueStripes } from './settlement-store.ts'

const batchSize = 500
/** Settling is due at a frame; this also takes up what an error or a lost message left. */
const sweepIntervalMs = 1_000
/** No order may stay open longer than this past its exit slot without an alarm. */
const overdueGraceMs = 5_000

export interface SettlerOptions {
  readonly pool: Pool
  readonly bus: Bus
  readonly logger: Logger
  readonly onSettled?: (order: SettledOrder) => void
  readonly onOverdue?: (orders: number) => void
  readonly batchSize?: number
}

/** The settlement role's loop. */
export interface Settler {
  /** Settles all that is due now. */
  settle(): Promise<void>
  /** Ends after the batches in progress. */
  stop(): Promise<void>
}

/** Starts settling: at once what is due, then with every frame. Any number of settlers may run; an order closes once. */
export function startSettler(options: SettlerOptions): Settler {
  const { pool, bus, logger } = options
  const events = new AccountEvents(options)
  let isStopped = false
  let isWanted = false
  let running: Promise<void> | null = null
  let overdueBefore = 0

  const settleStripe = async (stripe: number): Promise<void> => {
    while (!isStopped) {
      const settled = await settleDue(pool, stripe, options.batchSize ?? batchSize)
      if (settled.length === 0) return
      for (const order of settled) options.onSettled?.(order)
      events.announce(
        await readOrders(
          pool,
          settled.map((order) => order.orderId),
        ),
      )
    }
  }
  const settleAll = async (): Promise<void> => {
    try {
      while (isWanted && !isStopped) {
        isWanted = false
        const outcomes = await Promise.allSettled((await readDueStripes(pool)).map(settleStripe))
        for (const outcome of outcomes)
          if (outcome.status === 'rejected') logger.error({ err: outcome.reason }, 'a settlement batch failed; it is tried again')
      }
    } catch (error) {
      logger.error({ err: error }, 'settlement failed; it is tried again')
    } finally {
      running = null
    }
  }
  const settle = (): Promise<void> => {
    isWanted = true
    running ??= settleAll()
    return running
  }
  const watch = async (): Promise<void> => {
    const overdue = await countOverdue(pool, overdueGraceMs)
    options.onOverdue?.(overdue)
    if (overdue > 0 && overdueBefore === 0) logger.error({ alarm: 'orders-overdue', overdue }, 'orders are open past their exit')
    overdueBefore = overdue
  }
  const sweep = (): void => {
    void settle()
    watch().catch((error: unknown) => logger.error({ err: error }, 'overdue orders could not be counted'))
  }

  const unsubscribe = bus.subscribe('frame', () => void settle())
  const sweeping = setInterval(sweep, sweepIntervalMs)
  sweep()
  return {
    settle,
    async stop() {
      isStopped = true
      unsubscribe()
      clearInterval(sweeping)
      await running
      await events.idle()
    },
  }
}
