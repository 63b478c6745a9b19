import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import {
  carryOut,
  equalBytes,
  hashesFromTiles,
  nullIfMalformed,
  parseCheckpoint,
  parseNote,
  planConsistency,
  ProofError,
  tilePath,
  verifyConsistency,
} from '@candor/proof'
import type { Checkpoint } from '@candor/proof'
import type { BatchEvent } from '@candor/proof/encoding'
import {
  parseAcceptance,
  parseAcceptanceReceipt,
  parseReceipt,
  receiptVerifier,
  stepSentence,
} from '@candor/proof/receipt'
import type { Acceptance, Receipt, Trusted } from '@candor/proof/receipt'
import { textOf, UnreadableFile } from '../verify/trusted-keys.ts'
import type { Findings } from './findings.ts'
import { plainBytes, SourceError } from './log-source.ts'
import type { LogSource } from './log-source.ts'
import type { ShardHead } from './signed-head.ts'
import { windowLines } from './window-lines.ts'

/** A file of a customer. An acceptance is compared with the batch that it promises. */
interface CustomerFile {
  readonly name: string
  readonly text: string
  readonly promise: Acceptance | null
}

/** The receipts and acceptances of one customer, compared with a log. */
export class CustomerReceipts {
  readonly #files: readonly CustomerFile[]
  readonly #findings: Findings
  /** The batches that acceptances promise, by stripe and number; null until the log has them. */
  readonly #batches = new Map<string, BatchEvent | null>()
  readonly #windows: string[] = []

  constructor(files: readonly CustomerFile[], findings: Findings) {
    this.#files = files
    this.#findings = findings
    for (const { promise } of files) if (promise !== null) this.#batches.set(nameOf(promise), null)
  }

  /** The entry and exit window of each receipt that holds, a line each. */
  get windows(): readonly string[] {
    return this.#windows
  }

  takeBatch(batch: BatchEvent): void {
    const name = nameOf(batch)
    if (this.#batches.has(name)) this.#batches.set(name, batch)
  }

  /** Verifies each file by itself, and that its checkpoints are of the trees that were read. */
  async check(source: LogSource, heads: readonly ShardHead[], trusted: Trusted): Promise<void> {
    const verifier = receiptVerifier(trusted)
    for (const file of this.#files) {
      const { name, text, promise } = file
      const { verdict, steps } =
        promise === null ? await verifier.verifyReceipt(text) : await verifier.verifyAcceptance(text)
      const failed = steps.find(({ state }) => state === 'failed')
      if (verdict === 'failed' && failed !== undefined)
        this.#findings.fail('receipts', `${name} is refused: ${stepSentence(failed.name, failed.state)}.`)
      else if (promise !== null) this.#comparePromise(name, promise, trusted.nowMs ?? 0)
      const receipt = promise === null ? receiptIn(text) : null
      if (receipt === null || !(await this.#isOfTrees(name, receipt, source, heads)) || verdict !== 'passed') continue
      this.#findings.hold('receipts')
      if (receipt.kind !== 'contract' || this.#windows.length >= 2 * mostWindows) continue
      const { firstSlots = {} } = trusted
      this.#windows.push(...(await windowLines(name, receipt, { source, heads, firstSlots })))
    }
  }

  #comparePromise(name: string, promise: Acceptance, nowMs: number): void {
    const batch = this.#batches.get(nameOf(promise)) ?? null
    const isKept =
      batch !== null &&
      equalBytes(batch.itemsRoot, promise.itemsRoot) &&
      batch.itemCount === promise.itemCount &&
      batch.atMs === promise.acceptedMs
    if (isKept) this.#findings.hold('receipts')
    else if (batch !== null)
      this.#findings.fail('receipts', `${name} was promised another batch ${nameOf(promise)} than the log has.`)
    else if (nowMs <= promise.promiseMs)
      this.#findings.leaveUnchecked('receipts', `${name}: the log need not have the batch yet.`)
    else this.#findings.fail('receipts', `${name} was promised the batch ${nameOf(promise)}, and the log lacks it.`)
  }

  /** Whether each checkpoint of a receipt is of the trees that were read. */
  async #isOfTrees(name: string, receipt: Receipt, source: LogSource, heads: readonly ShardHead[]): Promise<boolean> {
    const notes = [...receipt.events, ...(receipt.kind === 'contract' ? receipt.ticks : [])]
    let isOfAll = true
    for (const { checkpoint } of notes) {
      const own = parseCheckpoint(parseNote(checkpoint).text)
      const head = heads.find(({ checkpoint: { origin } }) => origin === own.origin)
      if (head === undefined)
        this.#findings.fail('receipts', `${name} has a checkpoint of ${own.origin}, which the log does not list.`)
      else if (own.size > head.checkpoint.size)
        this.#findings.leaveUnchecked(
          'receipts',
          `${name} has a checkpoint of ${head.name} that is newer than those read.`,
        )
      else if (await isOfTree(source, own, head)) continue
      else this.#findings.fail('receipts', `FORK: ${name} has a checkpoint of ${head.name} that is of another history.`)
      isOfAll = false
    }
    return isOfAll
  }
}

/** Whether a checkpoint is of the tree that was read, by a proof that the published tiles give. */
async function isOfTree(source: LogSource, own: Checkpoint, { name, checkpoint }: ShardHead): Promise<boolean> {
  if (own.size === 0) return true
  const read = hashesFromTiles(checkpoint, async (tile) => {
    const path = `${name}/${tilePath(tile)}`
    const file =
      (await source.read(path, maxTileBytes)) ?? (await source.read(path.replace(/\.p\/\d+$/, ''), maxTileBytes))
    if (file === null) throw new SourceError(`The log lacks ${path}.`)
    return Uint8Array.from(plainBytes(file, maxTileBytes, path).subarray(0, 32 * tile.width))
  })
  try {
    const sizes = { oldSize: own.size, newSize: checkpoint.size }
    const proof = await carryOut(planConsistency(sizes), read)
    verifyConsistency({ ...sizes, oldRoot: own.root, newRoot: checkpoint.root, proof })
    return true
  } catch (error) {
    if (error instanceof ProofError) return false
    throw error
  }
}

const maxTileBytes = 256 * 32
const mostFiles = 100_000
/** The receipts whose windows are listed: a person reads them. */
const mostWindows = 50

/** Reads the receipts and acceptances of a folder. Throws UnreadableFile. */
export async function readReceipts(folder: string): Promise<readonly CustomerFile[]> {
  const names = await readdir(folder).catch(() => null)
  if (names === null) throw new UnreadableFile(`${folder} is no folder of receipts.`)
  const files = names.filter((name) => name.endsWith('.json')).toSorted()
  if (files.length === 0) throw new UnreadableFile(`${folder} has no receipts (*.json).`)
  if (files.length > mostFiles) throw new UnreadableFile(`${folder} has more than ${mostFiles} files.`)
  const read: CustomerFile[] = []
  for (const name of files) {
    const text = await textOf(join(folder, name))
    read.push({ name: basename(name), text, promise: promiseIn(text) })
  }
  return read
}

/** The receipt of a text; null for one that is malformed, which is refused as such. */
function receiptIn(text: string): Receipt | null {
  return nullIfMalformed(() => parseReceipt(text))
}

/** What an acceptance promises; null for a receipt, and for a text that is refused later. */
function promiseIn(text: string): Acceptance | null {
  if (!text.startsWith('{"format":"candor-acceptance/')) return null
  return nullIfMalformed(() => parseAcceptance(parseNote(parseAcceptanceReceipt(text).acceptance).text))
}

function nameOf({ stripe, seq }: { readonly stripe: number; readonly seq: number }): string {
  return `${stripe}/${seq}`
}
