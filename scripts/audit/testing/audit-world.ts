import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openLedgerWorld } from '../../../apps/server/src/modules/ledger/testing/ledger-world.ts'
import type { LedgerWorld } from '../../../apps/server/src/modules/ledger/testing/ledger-world.ts'
import { openLogWorld } from '../../../apps/server/src/modules/transparency/testing/log-world.ts'
import type { LogWorld } from '../../../apps/server/src/modules/transparency/testing/log-world.ts'
import type { ClonedDatabase } from '../../../apps/server/src/platform/postgres/test-template.ts'
import { runAuditCommand } from '../audit-command.ts'
import { TicksPool } from '../ticks-pool.ts'

/** What a run of the auditor printed, with its exit code. */
export interface Audited {
  readonly code: number
  readonly text: string
  /** The slots and events that the run read, of each shard. */
  readonly read: readonly string[]
}

/** Books, prices and both logs on a test database, as the auditor of a test finds them. */
export class AuditWorld {
  readonly ledger: LedgerWorld
  readonly logs: LogWorld

  constructor(ledger: LedgerWorld, logs: LogWorld) {
    this.ledger = ledger
    this.logs = logs
  }

  /** The folder of both logs. */
  get folder(): string {
    return this.logs.folder
  }

  /** Stores frames with moving prices up to and including a slot; the slots of `missing` have none. */
  async price(through: number, missing: (slot: number) => boolean = () => false): Promise<void> {
    while (this.ledger.slot <= through) {
      const { slot } = this.ledger
      if (missing(slot)) await this.ledger.moveTo(slot + 1)
      else await this.ledger.publish({ 1: { price: BigInt(slot - 99_000) }, 2: { price: -5n, state: 2 } })
    }
  }

  /** An order that is placed now and settled by the prices that follow. */
  async trade(): Promise<{ readonly customerId: bigint; readonly orderId: bigint }> {
    const customerId = await this.ledger.openNextCustomer()
    const windows = { entryWindowSlots: 10, exitWindowSlots: 10 }
    const termsId = await this.ledger.offer({ instrumentId: 1, durationSlots: 60, ...windows })
    await this.price(this.ledger.slot)
    const [placed] = await this.ledger.place([
      { customerId, requestId: randomUUID(), stakeUnits: 10_000_000n, termsId },
    ])
    if (placed?.outcome !== 'accepted') throw new Error('the order was refused')
    await this.price(this.ledger.slot + 80)
    await this.ledger.settleAll()
    return { customerId, orderId: placed.orderId }
  }

  /** Seals what is stored. */
  async seal(): Promise<void> {
    for (const log of [this.logs.ticksLog(), this.logs.eventsLog(), this.logs.eventsLog()]) {
      await this.logs.seal(log)
      if (log.stoppedBy !== null) throw new Error(log.stoppedBy)
    }
  }

  /** Runs the auditor on the folder, as another process would. */
  audit(...options: readonly string[]): Promise<Audited> {
    return auditFolder(this.folder, join(this.folder, 'state'), ...options)
  }

  async close(): Promise<void> {
    await this.ledger.close()
    await this.logs.close()
  }
}

export async function openAuditWorld(database: ClonedDatabase): Promise<AuditWorld> {
  const logs = await openLogWorld(database)
  return new AuditWorld(await openLedgerWorld(database), logs)
}

let pool: TicksPool | null = null

/** One thread for all audits of a worker: starting one takes longer than an audit. It does not keep the process. */
function sharedPool(): TicksPool {
  pool ??= new TicksPool(1)
  return pool
}

/** Runs the auditor on a log, with its state in a folder. */
export async function auditFolder(log: string, state: string, ...options: readonly string[]): Promise<Audited> {
  const lines: string[] = []
  const progress: string[] = []
  const code = await runAuditCommand(['--log', log, '--state', state, ...options], {
    nowMs: Date.UTC(2026, 0, 6),
    print: (line) => lines.push(line),
    progress: (line) => progress.push(line),
    patience: { silenceMs: 2_000, totalMs: 4_000, attempts: 2, pauseMs: 10, waits: 3 },
    pool: sharedPool(),
  })
  const read = progress.filter((line) => line.includes(' 100 %')).map((line) => line.replace(/ of .*/, ''))
  return { code, text: lines.join('\n'), read }
}
