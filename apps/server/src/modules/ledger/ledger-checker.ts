import { systemRepeat } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { WatchOptions } from '../../platform/rounds.ts'
import type { Database } from '../../platform/transaction.ts'
import type { Invariant } from './ledger-invariant.ts'
import { checkInvariants } from './ledger-invariants-store.ts'
import type { Check, CheckMarks, CheckOutcome, Mismatch } from './ledger-invariants-store.ts'
import { haltLedger, prepareEntryDays, readStripes } from './ledger-store.ts'

/** How often new batches are checked. */
const checkIntervalMs = 10_000
/** How often partitions are created ahead. */
const keepIntervalMs = 3_600_000
const daysAhead = 14

export interface CheckerOptions extends WatchOptions {
  readonly invariants: readonly Invariant[]
  /** Called after partitions were created ahead: at start and hourly. */
  readonly alsoKeep?: ((pool: Database) => Promise<void>) | undefined
  /** Called after each check with the number of broken invariants. */
  readonly onChecked?: (mismatches: number) => void
  readonly intervalMs?: number
}

/** The checker of a process: new batches all the time, everything on demand. */
export interface LedgerChecker {
  /** Checks what is new since the last check; a mismatch halts the affected stripes. */
  checkNew(): Promise<readonly Mismatch[]>
  /** Whether writing was halted at the last check, by this process or another. */
  isHalted(): boolean
  stop(): Promise<void>
}

/** Starts background checks: everything first, then every 10 s what is new. */
export function startChecker(options: CheckerOptions): LedgerChecker {
  const { pool, logger, invariants, alsoKeep } = options
  let marks: CheckMarks | null = null
  let isHalted = false
  let running: Promise<unknown> = Promise.resolve()

  const check = async (): Promise<readonly Mismatch[]> => {
    const outcome = await checkBooks(pool, { invariants, since: marks })
    // A broken batch stays in view: the next check begins before it again.
    if (outcome.mismatches.length === 0) marks = outcome.marks
    else await haltFor(pool, logger, outcome.mismatches)
    isHalted = (await readStripes(pool)).some((stripe) => stripe.isHalted)
    options.onChecked?.(outcome.mismatches.length)
    return outcome.mismatches
  }
  const oneAtATime = <T>(work: () => Promise<T>): Promise<T> => {
    const next = running.then(work)
    running = next.catch(() => undefined)
    return next
  }
  const report = (task: string) => (error: unknown) => logger.error({ err: error }, `${task} failed`)
  const keep = () =>
    prepareEntryDays(pool, daysAhead)
      .then(() => alsoKeep?.(pool))
      .catch(report('ledger housekeeping'))
  // A check that takes longer than the interval must not queue others behind it.
  let isChecking = false
  const tick = async (): Promise<void> => {
    if (isChecking) return
    isChecking = true
    await oneAtATime(check)
      .catch(report('ledger check'))
      .finally(() => (isChecking = false))
  }
  const repeat = options.repeat ?? systemRepeat
  const endChecking = repeat(() => void tick(), options.intervalMs ?? checkIntervalMs)
  const endKeeping = repeat(() => void oneAtATime(keep), keepIntervalMs)
  void oneAtATime(keep)

  return {
    checkNew: () => oneAtATime(check),
    isHalted: () => isHalted,
    async stop() {
      endChecking()
      endKeeping()
      await running
    },
  }
}

/** Checks invariants over one snapshot, on a connection of the pool. */
export async function checkBooks(pool: Database, check: Check): Promise<CheckOutcome> {
  const client = await pool.connect()
  // A broken connection also emits 'error'; we handle the query's rejection, so ignore the event.
  const onError = (): void => undefined
  client.on('error', onError)
  try {
    const outcome = await checkInvariants(client, check)
    client.off('error', onError).release()
    return outcome
  } catch (error) {
    // The connection may still be in the check's transaction, which would block bookings. It keeps its listener until
    // it has closed.
    client.release(true)
    throw error
  }
}

async function haltFor(pool: Database, logger: Logger, mismatches: readonly Mismatch[]): Promise<void> {
  const stripes = new Set(mismatches.map((mismatch) => mismatch.stripe))
  logger.fatal({ mismatches }, 'the ledger does not add up: writing is halted')
  // A mismatch that no stripe can be named for halts all of them.
  const halted = stripes.has(null) ? [null] : [...stripes]
  const reason = mismatches.map((mismatch) => `${mismatch.invariant}: ${mismatch.detail}`).join('; ')
  for (const stripe of halted) await haltLedger(pool, stripe, reason)
}
