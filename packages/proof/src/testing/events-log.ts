import { utf8Bytes } from '../bytes.ts'
import { signCheckpoint } from '../checkpoint.ts'
import { noteSigner, signWith } from '../cosignature.ts'
import { keyEvent } from '../encoding/index.ts'
import { leafHash } from '../hash.ts'
import { formatVerifierKey, signerKey } from '../note-key.ts'
import type { SignerKey } from '../note-key.ts'
import { handoverPath } from '../receipt/index.ts'
import type { KeyAnnouncement, ReadLog } from '../receipt/index.ts'
import { bundlePath, hashOfTile, serialiseBundle, serialiseTile, tilePath, tileWidth } from '../tiles.ts'
import { MemoryTree } from './memory-tree.ts'

/** The host of the logs of events. */
export const eventsHost = 'log.test'
const fromMs = 1_790_000_000_000

const seeds = { first: 1, second: 2, third: 3 } as const
export type KeyName = keyof typeof seeds

export const eventsKey = (key: KeyName, name: string): Promise<SignerKey> =>
  signerKey({ name, type: 'ed25519', seed: new Uint8Array(32).fill(seeds[key]) })

/** The line of a key under the name of a shard. */
export const eventsVkey = async (key: KeyName, shard = '2026h2', log = 'events'): Promise<string> =>
  formatVerifierKey((await eventsKey(key, `${eventsHost}/${log}/${shard}`)).key)

/** A shard of events in memory. Its files are those of the newest checkpoint: partial ones from before are gone. */
export class EventsLog {
  readonly files = new Map<string, Uint8Array>()
  readonly announced: KeyAnnouncement[] = []
  readonly #shard: string
  readonly #entries: Uint8Array[] = []

  constructor(shard = '2026h2') {
    this.#shard = shard
  }

  append(...entries: readonly Uint8Array[]): this {
    for (const entry of entries) this.#entries.push(entry)
    return this
  }

  announce(log: KeyAnnouncement['log'], vkey: string): this {
    this.announced.push({ log, vkey, fromMs, shard: this.#shard, index: this.#entries.length })
    return this.append(keyEvent.encode({ signs: log, vkey, fromMs }))
  }

  async sign(key: KeyName): Promise<this> {
    const origin = `${eventsHost}/events/${this.#shard}`
    const signer = await eventsKey(key, origin)
    const leaves = this.#entries.map(leafHash)
    const head = { origin, size: leaves.length, root: new MemoryTree(leaves).root(), extensions: [] }
    const note = await signCheckpoint(head, [noteSigner(signer.key, signWith(signer))])
    for (const path of this.files.keys()) if (path.includes('.p/')) this.files.delete(path)
    const upper: Uint8Array[] = []
    for (let index = 0; index * tileWidth < head.size; index += 1) {
      const range = [index * tileWidth, (index + 1) * tileWidth] as const
      const hashes = leaves.slice(...range)
      this.#put(tilePath({ level: 0, index, width: hashes.length }), serialiseTile(hashes))
      this.#put(bundlePath({ index, width: hashes.length }), serialiseBundle(this.#entries.slice(...range)))
      if (hashes.length === tileWidth) upper.push(hashOfTile(hashes))
    }
    if (upper.length > 0) this.#put(tilePath({ level: 1, index: 0, width: upper.length }), serialiseTile(upper))
    this.#put('checkpoint', utf8Bytes(note))
    return this
  }

  /** Keeps the checkpoint of now as the last one before the newest announcement takes effect. */
  handOver(): this {
    const last = this.announced.at(-1)
    const note = this.files.get(`events/${this.#shard}/checkpoint`)
    if (last !== undefined && note !== undefined) this.#put(handoverPath(last.index), note)
    return this
  }

  #put(path: string, bytes: Uint8Array): void {
    this.files.set(`events/${this.#shard}/${path}`, bytes)
  }
}

/** Reads the files of several shards. `onRead` is called with each path. */
export function readerOf(logs: readonly EventsLog[], onRead: (path: string) => void = () => undefined): ReadLog {
  const files = new Map(logs.flatMap((log) => [...log.files]))
  return (path) => {
    onRead(path)
    return Promise.resolve(files.get(path) ?? null)
  }
}
