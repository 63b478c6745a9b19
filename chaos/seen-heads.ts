import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { Frontier, equalBytes, leafHash, toHex } from '@candor/proof'
import { readGuards } from '../apps/server/src/modules/transparency/guard-store.ts'
import { LogReader } from '../apps/server/src/modules/transparency/testing/log-reader.ts'

export const logNames = ['ticks', 'events'] as const
export type LogName = (typeof logNames)[number]

/** The logs that a trial watches: their guards in the database, and their files below a data folder. */
export interface WatchedLogs {
  readonly pool: Pool
  readonly folder: string
}

/** Every head of the logs that was ever signed or published, as far as a trial saw it. */
export class SeenHeads {
  readonly failures: string[] = []
  readonly #logs: WatchedLogs
  readonly #heads = new Map<LogName, Map<number, Uint8Array>>(logNames.map((name) => [name, new Map()]))

  constructor(logs: WatchedLogs) {
    this.#logs = logs
  }

  /** Notes the heads that are signed and published now. */
  async note(): Promise<void> {
    for (const name of logNames)
      for (const guard of await readGuards(this.#logs.pool, name)) {
        this.noteHead(name, guard)
        const published = await this.#reader(name, guard)
          .checkpoint()
          .catch(() => null)
        if (published === null) continue
        this.noteHead(name, published)
        if (published.size > guard.size)
          this.failures.push(`${name} published ${published.size} leaves, signed ${guard.size}`)
      }
  }

  /** Waits until every head that was seen is published, or a longer one: a signed one is published a moment later. */
  async untilPublished(giveUpMs: number): Promise<void> {
    const giveUpAtMs = performance.now() + giveUpMs
    for (const name of logNames)
      while (performance.now() < giveUpAtMs) {
        const [guard] = await readGuards(this.#logs.pool, name)
        const size = guard === undefined ? 0 : await this.#publishedSize(name, guard)
        if (size >= Math.max(0, ...(this.#heads.get(name)?.keys() ?? []))) break
        await sleep(200)
      }
  }

  async #publishedSize(name: LogName, guard: { readonly shard: string; readonly vkey: string }): Promise<number> {
    return this.#reader(name, guard)
      .checkpoint()
      .then(
        ({ size }) => size,
        () => 0,
      )
  }

  /** The entries of a log, once every head that was seen is one of its tree. Others are failures. */
  async read(name: LogName): Promise<Uint8Array[]> {
    const [guard, ...others] = await readGuards(this.#logs.pool, name)
    if (guard === undefined || others.length > 0) {
      this.failures.push(`${name} has ${others.length + (guard === undefined ? 0 : 1)} shards`)
      return []
    }
    const reader = this.#reader(name, guard)
    const entries = await reader.entries(await reader.checkpoint())
    const heads = this.#heads.get(name) ?? new Map<number, Uint8Array>()
    const frontier = new Frontier()
    for (const entry of [null, ...entries]) {
      if (entry !== null) frontier.append(leafHash(entry))
      const head = heads.get(frontier.size)
      if (head !== undefined && !equalBytes(head, frontier.root()))
        this.failures.push(`${name}: the head of ${frontier.size} leaves, ${toHex(head)}, is not of the final tree`)
      heads.delete(frontier.size)
    }
    for (const size of heads.keys()) this.failures.push(`${name}: a head of ${size} leaves is beyond the final tree`)
    return entries
  }

  /** Notes a head that was seen elsewhere, as in a receipt. */
  noteHead(name: LogName, { size, root }: { readonly size: number; readonly root: Uint8Array }): void {
    const known = this.#heads.get(name)?.get(size)
    if (known !== undefined && !equalBytes(known, root)) this.failures.push(`${name} has two heads of ${size} leaves`)
    this.#heads.get(name)?.set(size, root)
  }

  #reader(name: LogName, { shard, vkey }: { readonly shard: string; readonly vkey: string }): LogReader {
    return new LogReader(join(this.#logs.folder, 'log', name, shard), vkey)
  }
}
