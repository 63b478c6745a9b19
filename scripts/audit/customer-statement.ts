import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { BatchEvent } from '@candor/proof/encoding'
import { checkStatement, StatementError } from '../statement/statement-file.ts'
import { UnreadableFile } from '../verify/trusted-keys.ts'
import type { Findings } from './findings.ts'

/** The kinds of entries by which orders are settled; their batches have a kind of their own. */
const settlements: ReadonlySet<string> = new Set(['contract-won', 'contract-lost', 'contract-tie', 'contract-void'])
const settledKind = 'contract-settled'

/** A movement of the statement by the batch that it needs: its instant, and its kind where batches name it. */
interface Needed {
  readonly kind: string
  count: number
  isFound: boolean
}

/** The movements of a customer's statement, each of which a batch of the log must have booked. */
export class CustomerStatement {
  readonly #needed: ReadonlyMap<string, Needed>
  readonly #findings: Findings
  #newestMs = 0

  constructor(needed: ReadonlyMap<string, Needed>, findings: Findings) {
    this.#needed = needed
    this.#findings = findings
  }

  takeBatch({ atMs, kind }: BatchEvent): void {
    this.#newestMs = Math.max(this.#newestMs, atMs)
    for (const name of [keyOf(atMs, kind), keyOf(atMs, anyKind)]) {
      const needed = this.#needed.get(name)
      if (needed !== undefined) needed.isFound = true
    }
  }

  finish(): void {
    for (const [name, { kind, count, isFound }] of this.#needed) {
      const atMs = Number(name.split(' ')[0])
      const time = new Date(atMs).toISOString()
      if (isFound) this.#findings.hold('statement', count)
      else if (atMs > this.#newestMs)
        this.#findings.leaveUnchecked('statement', 'The statement has movements after the last batch of the log.')
      else this.#findings.fail('statement', `The statement has ${kind} at ${time}, of which the log has no batch.`)
    }
    this.#findings.leaveUnchecked(
      'statement',
      'That amounts of the statement are those of its batches is shown by receipts of its movements.',
    )
  }
}

const anyKind = '*'

function keyOf(atMs: number, kind: string): string {
  return `${atMs} ${kind}`
}

/** Reads an exported statement and checks its own chain. Throws UnreadableFile for a file that is not sound. */
export async function readStatement(path: string): Promise<ReadonlyMap<string, Needed>> {
  const needed = new Map<string, Needed>()
  try {
    await checkStatement(linesOf(path, needed))
  } catch (error) {
    const isExpected = error instanceof StatementError || (error instanceof Error && 'code' in error)
    if (!isExpected || !(error instanceof Error)) throw error
    throw new UnreadableFile(`${path} is no sound statement: ${error.message}`)
  }
  return needed
}

/** The lines of the file, each of which is noted on its way. */
async function* linesOf(path: string, needed: Map<string, Needed>): AsyncGenerator<string> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const [, number = '', time = '', , kind = ''] = line.split(',')
    const atMs = Date.parse(time)
    if (/^\d+$/.test(number) && !Number.isNaN(atMs) && kind !== '') {
      const name = keyOf(atMs, batchKindOf(kind))
      const known = needed.get(name) ?? { kind, count: 0, isFound: false }
      known.count += 1
      needed.set(name, known)
    }
    yield line
  }
}

function batchKindOf(kind: string): string {
  if (settlements.has(kind)) return settledKind
  return kind === 'contract-placed' ? kind : anyKind
}
