import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { flushFolder, readIfPresent, replaceFile } from '../../apps/server/src/platform/whole-file.ts'
import { SourceError } from './log-source.ts'

const head = z.strictObject({ origin: z.string(), vkey: z.nullable(z.string()), size: z.int(), root: z.string() })

const tree = z.strictObject({
  bundles: z.int(),
  frontier: z.array(z.string()),
  rows: z.array(z.array(z.string())),
})

const ticksCarry = z.strictObject({
  /** The newest frame before the next bundle: its records in base64. */
  last: z.nullable(z.strictObject({ slot: z.int(), publishedMs: z.int(), records: z.string() })),
})

const eventsCarry = z.strictObject({
  stripes: z.array(z.strictObject({ stripe: z.int(), seq: z.int(), hash: z.string() })),
  seeds: z.array(z.strictObject({ day: z.int(), seedHash: z.string(), isRevealed: z.boolean() })),
  keys: z.array(z.strictObject({ origin: z.string(), vkeys: z.array(z.string()) })),
  /** The keys of logs that replace others, and where. States from before they were kept lack them. */
  announced: z.optional(
    z.array(
      z.strictObject({
        log: z.enum(['ticks', 'events']),
        vkey: z.string(),
        fromMs: z.int(),
        shard: z.string(),
        index: z.int(),
      }),
    ),
  ),
  snapshot: z.nullable(z.strictObject({ id: z.string(), atMs: z.int() })),
  auditId: z.int(),
  /** Of the newest days the settled contracts, and how many the published figures name; days count from 1970. */
  days: z.array(
    z.strictObject({
      day: z.int(),
      settled: z.int(),
      figures: z.nullable(z.strictObject({ won: z.int(), lost: z.int(), tied: z.int(), voided: z.int() })),
    }),
  ),
  heads: z.array(z.strictObject({ stripe: z.int(), seq: z.int(), hash: z.string(), snapshot: z.string() })),
  /** The entries so far, and the cell that the last batch named. States from before cells were named lack them. */
  taken: z.optional(z.int()),
  cell: z.optional(z.int()),
})

const place = <Carry extends z.core.$ZodType>(carry: Carry) =>
  z.strictObject({ trees: z.record(z.string(), tree), carry })

const stateFile = z.strictObject({
  format: z.literal('candor-audit/1'),
  source: z.string(),
  /** The newest signed head of each shard that was seen. */
  heads: z.record(z.string(), head),
  /** Where a run that was cut off goes on: after the last full bundle that it has read. */
  ticks: z.nullable(place(ticksCarry)),
  events: z.nullable(place(eventsCarry)),
})

/** What an auditor remembers of a log from run to run. */
export type AuditState = z.infer<typeof stateFile>
export type SeenHead = z.infer<typeof head>
export type TicksCarry = z.infer<typeof ticksCarry>
export type EventsCarry = z.infer<typeof eventsCarry>

/** Where an auditor keeps its state: one file for each log, replaced as a whole. */
export class StateFolder {
  readonly #folder: string
  readonly #source: string
  readonly #file: string

  constructor(folder: string, source: string) {
    this.#folder = folder
    this.#source = source
    this.#file = join(folder, `${createHash('sha256').update(source).digest('hex').slice(0, 32)}.json`)
  }

  /** Throws SourceError for a file that is no state: going on without it would forget what was signed. */
  async read(): Promise<AuditState> {
    const bytes = await readIfPresent(this.#file).catch((error: unknown) => {
      throw new SourceError(`The state of the audit cannot be read: ${reasonOf(error)}.`)
    })
    if (bytes === null) return { format: 'candor-audit/1', source: this.#source, heads: {}, ticks: null, events: null }
    try {
      const state = z.parse(stateFile, JSON.parse(bytes.toString('utf8')))
      if (state.source === this.#source) return state
    } catch {
      // Refused below, as a state of another log is.
    }
    throw new SourceError(
      `${this.#file} is no state of an audit of ${this.#source}: restore it, or name another folder.`,
    )
  }

  /** The state is on the disk as a whole when this returns, or not at all. Throws SourceError. */
  async write(state: AuditState): Promise<void> {
    try {
      await mkdir(this.#folder, { recursive: true })
      await replaceFile(this.#file, `${JSON.stringify(state)}\n`, { mode: 0o600 })
      await flushFolder(this.#folder)
    } catch (error) {
      await rm(`${this.#file}.new`, { force: true }).catch(() => undefined)
      throw new SourceError(`The state of the audit cannot be stored: ${reasonOf(error)}.`)
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'an error'
}
