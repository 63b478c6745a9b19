import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { readExportedAccounts, readStatementRecords } from './statement-store.ts'
import type { ExportPlace, StatementFilter } from './statement-store.ts'

/** The file's header line, described in docs/statements.md. */
const header = 'account,line,time,asset,kind,amount,available_after,held_after,reference,hash\r\n'
const beginning: ExportPlace = { version: 0n, hash: '0'.repeat(64) }

/** Limits of exports; the defaults suit the server. */
export interface ExportLimits {
  /** Entries read per query: an export's memory use. */
  readonly entriesAtOnce: number
  /** How long a client may read nothing before it counts as disconnected. */
  readonly patienceMs: number
}

const usualLimits: ExportLimits = { entriesAtOnce: 2_000, patienceMs: 60_000 }

/** A statement as a CSV file, streamed. */
export interface StatementFile {
  readonly body: Readable
  readonly name: string
}

/** Sends statements as files. */
export interface StatementExports {
  /** Starts an export. It reads on as the client consumes it, and ends when the client disconnects. */
  begin(filter: StatementFilter): Promise<Result<StatementFile, 'frequent-operations'>>
  /** How many are under way. */
  underWay(): number
}

/** The dependencies of exports. */
interface ExportGround {
  readonly pool: Database
  readonly clock: Clock
  readonly logger: Logger
}

/**
 * Creates the exports. A customer has one at a time, and none waits for those of others: entries never change and their
 * versions ascend, so an export pages by version and holds neither a connection nor a snapshot while a slow client
 * reads, and no more than a buffer of memory.
 */
export function createStatementExports(
  { pool, clock, logger }: ExportGround,
  limits: Partial<ExportLimits> = {},
): StatementExports {
  const { entriesAtOnce, patienceMs } = { ...usualLimits, ...limits }
  const exporting = new Set<bigint>()
  return {
    underWay: () => exporting.size,
    begin: async (filter) => {
      const { customerId } = filter
      if (exporting.has(customerId)) return refuse('frequent-operations')
      exporting.add(customerId)
      const takenMs = clock.nowMs()
      const parts = partsOf(filter, { takenMs, read: reader(pool, filter, entriesAtOnce) })
      const file: Readable = Readable.from(
        watched(parts, patienceMs, () => file.destroy()),
        { objectMode: false },
      )
      file.once('close', () => exporting.delete(customerId))
      file.on('error', (fault) => logger.error({ err: fault }, 'an export of a statement ended before its end'))
      return ok({ body: file, name: `candor-statement-${dayOf(takenMs)}.csv` })
    },
  }
}

function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10)
}

/** Yields the parts, and calls back when the next is not consumed in time. */
async function* watched(parts: AsyncIterable<string>, patienceMs: number, onGone: () => void): AsyncGenerator<string> {
  for await (const part of parts) {
    const timer = setTimeout(onGone, patienceMs)
    try {
      yield part
    } finally {
      clearTimeout(timer)
    }
  }
}

/** The records of one account after another, in parts. */
async function* reader(
  pool: Database,
  filter: StatementFilter,
  entriesAtOnce: number,
): AsyncGenerator<{ records: string; count: number }> {
  for (const account of await readExportedAccounts(pool, filter.customerId, filter.asset)) {
    let place = beginning
    while (place.version < account.version) {
      const part = await readStatementRecords(pool, account, place, filter, entriesAtOnce)
      if (part.version === place.version)
        throw new Error(`account ${account.accountId} has no entry after ${place.version}`)
      place = part
      yield part
    }
  }
}

/** The header, the records, and a last record with their number: without it, a missing end would go unnoticed. */
async function* partsOf(
  filter: StatementFilter,
  { takenMs, read }: { readonly takenMs: number; readonly read: AsyncIterable<{ records: string; count: number }> },
): AsyncGenerator<string> {
  yield header
  let count = 0
  let lastHash = beginning.hash
  for await (const part of read) {
    if (part.count === 0) continue
    count += part.count
    lastHash = part.records.trimEnd().slice(-lastHash.length)
    yield part.records
  }
  const isWhole = filter.kinds === null && filter.fromMs === null && filter.toMs === null
  const end = [
    'end',
    count,
    new Date(takenMs).toISOString(),
    filter.asset ?? '',
    '',
    '',
    '',
    '',
    isWhole ? 'complete' : 'filtered',
  ].join()
  yield `${end},${createHash('sha256').update(`${lastHash},${end}`).digest('hex')}\r\n`
}
