import type { Logger } from '../../platform/logger.ts'
import type { Database } from '../../platform/transaction.ts'
import type { ChainSource } from './chain-source.ts'
import type { DepositRecord } from './deposit.ts'
import { noteScanned, readWatch, recordTransfer, reportMissingTransfer } from './transfer-store.ts'
import type { SeenTransfer, TransferOutcome } from './transfer-store.ts'

/** A deposit changed by a poll. */
export interface ChangedDeposit {
  readonly customerId: bigint
  readonly depositId: bigint
  readonly state: DepositRecord['state']
}

export interface ChainWatcherOptions {
  /** The database as the watcher's role. */
  readonly watcher: Database
  readonly source: ChainSource
  readonly logger: Logger
  /** Called for each new, further confirmed, credited or reversed deposit, after it is stored. */
  readonly onChanged: (changed: ChangedDeposit) => void
  /** Called with the success of each poll. */
  readonly onPolled?: (wentThrough: boolean) => void
  /** From the end of a poll to the next one. */
  readonly intervalMs: number
}

/** A watcher of one chain. Several may run at once: the ledger credits once. */
export interface ChainWatcher {
  stop(): Promise<void>
}

/**
 * One poll: records what is seen, reports what is missing, and only then stores how far the chain was read. Crash-safe:
 * the next poll repeats whatever was not recorded.
 */
export async function pollOnce({
  watcher,
  source,
  logger,
  onChanged,
}: Omit<ChainWatcherOptions, 'intervalMs'>): Promise<void> {
  const { chain } = source
  const watch = await readWatch(watcher, chain)
  const { seen, missing, scanned } = await source.look(watch)
  const tell = ({ customerId, depositId, depositState }: TransferOutcome<string>) => {
    if (customerId !== null && depositId !== null && depositState !== null)
      onChanged({ customerId, depositId, state: depositState })
  }
  const report = async (transfer: Pick<SeenTransfer, 'txid' | 'logIndex'>) => {
    const reported = await reportMissingTransfer(watcher, chain, transfer)
    if (reported.outcome === 'suspended')
      logger.error({ chain, txid: transfer.txid }, 'the chain took back a transfer that was credited')
    tell(reported)
  }
  for (const transfer of missing) await report(transfer)
  for (const transfer of seen) {
    const recorded = await recordTransfer(watcher, chain, transfer)
    if (recorded.outcome === 'changed') await report(transfer)
    else if (recorded.outcome !== 'known') tell(recorded)
    if (recorded.outcome === 'not-covered' || recorded.outcome === 'no-price')
      logger.warn({ chain, txid: transfer.txid, outcome: recorded.outcome }, 'a final transfer waits to be credited')
  }
  const isFurther =
    scanned !== null && (scanned.number !== watch.scanned?.number || scanned.hash !== watch.scanned.hash)
  if (isFurther) await noteScanned(watcher, chain, scanned)
}

/** Starts polling sequentially. A failed poll is logged, and the next one follows as usual. */
export function startChainWatcher(options: ChainWatcherOptions): ChainWatcher {
  const { logger, source, intervalMs, onPolled } = options
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  const next = () => {
    if (isStopped) return
    looking = pollOnce(options).then(
      () => onPolled?.(true),
      (fault: unknown) => {
        onPolled?.(false)
        logger.error({ chain: source.chain, err: fault }, 'the chain could not be looked at')
      },
    )
    void looking.then(() => {
      if (!isStopped) timer = setTimeout(next, intervalMs)
    })
  }
  next()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await looking
    },
  }
}
