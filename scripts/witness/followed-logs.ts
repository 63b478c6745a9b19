import { join } from 'node:path'
import { formatVerifierKey, parseCheckpoint, parseNote, parseVerifierKey, toHex, verifierKey } from '@candor/proof'
import type { VerifierKey } from '@candor/proof'
import { decodeEvent } from '@candor/proof/encoding'
import type { Trusted } from '@candor/proof/receipt'
import * as z from 'zod/mini'
import type { WitnessFolder } from '../../apps/launcher/src/witness/witness-folder.ts'
import { flushFolder, readIfPresent, replaceFile } from '../../apps/server/src/platform/whole-file.ts'
import { readShards, TreeReader, UnreadableLog } from './read-log.ts'

/** By address: the verifier keys of its logs, by what their origins begin with. */
const fileSchema = z.record(z.string(), z.record(z.string(), z.array(z.string())))
type Known = z.infer<typeof fileSchema>

/** The newest bundles that are searched for the announcement of a key: a million entries. */
const searchedBundles = 4_096
const tileWidth = 256

type Shard = Awaited<ReturnType<typeof readShards>>[number]

/** A key that a log has now, and that nothing has announced to this witness. */
interface StrangeKey {
  readonly base: string
  readonly signs: Shard['log']
  readonly key: VerifierKey
}

export interface FollowedOptions {
  /** The folder of the witness. */
  readonly path: string
  readonly folder: Pick<WitnessFolder, 'stored'>
  /** Keys from elsewhere; null where those that a log shows first are taken. */
  readonly trusted: Trusted | null
  print(line: string): void
}

/**
 * The keys of logs that are named by an address. They are taken from a file of trusted keys, or from the log, and kept;
 * a later key is taken only when the log of events announces it in leaves that this witness has cosigned. A key is that
 * of a log in every shard.
 */
export class FollowedLogs {
  readonly #path: string
  readonly #folder: Pick<WitnessFolder, 'stored'>
  readonly #print: (line: string) => void
  /** Keys from elsewhere, to begin with instead of those that a log shows; null without any. */
  readonly #trusted: readonly StrangeKey[] | null
  #known: Known = {}
  readonly #strange = new Map<string, readonly StrangeKey[]>()

  private constructor({ path, folder, print, trusted }: FollowedOptions) {
    this.#path = path
    this.#folder = folder
    this.#print = print
    this.#trusted = trusted === null ? null : keysIn(shardsOf(trusted))
  }

  /** Opens the keys that are kept in the folder of a witness. */
  static async open(options: FollowedOptions) {
    const { path } = options
    const followed = new FollowedLogs(options)
    const bytes = await readIfPresent(join(path, 'logs.json'))
    if (bytes !== null) followed.#known = z.parse(fileSchema, JSON.parse(bytes.toString()))
    return followed
  }

  /** The keys for an origin, such as `example.org/ticks/2026h2`. */
  keysOf(origin: string): readonly VerifierKey[] {
    const base = /^(.+)\/\d{4}h[12]$/.exec(origin)?.[1] ?? ''
    return Object.values(this.#known).flatMap((logs) =>
      (logs[base] ?? []).map((vkey) => ({ ...parseVerifierKey(vkey) })).map((key) => named(key, origin)),
    )
  }

  /** Whether a key waits for its announcement. */
  get isWaiting(): boolean {
    return [...this.#strange.values()].some((keys) => keys.length > 0)
  }

  /** Reads the keys of the logs at an address, and takes those that it may. Throws UnreadableLog at the first time. */
  async follow(url: string): Promise<void> {
    let shards: readonly Shard[]
    try {
      shards = await readShards(url)
    } catch (error) {
      if (!(error instanceof UnreadableLog) || this.#known[url] === undefined) throw error
      this.#print(`${error.message} Its known keys remain.`)
      return
    }
    if (this.#known[url] === undefined) await this.#begin(url, shards)
    this.#requireTrusted(url)
    const strange: StrangeKey[] = []
    for (const each of keysIn(shards)) {
      if (this.#has(url, each)) continue
      if (await this.#isAnnounced(url, shards, each)) await this.#take(url, each)
      else strange.push(each)
    }
    const before = this.#strange.get(url) ?? []
    this.#strange.set(url, strange)
    if (strange.length > 0 && before.length === 0)
      this.#print(
        `${url} shows another key for ${strange.map(({ base }) => base).join(' and ')} than before, and nothing that ` +
          'this witness has cosigned announces it. It is not trusted; the keys from before remain.',
      )
  }

  async #begin(url: string, shards: readonly Shard[]): Promise<void> {
    const keys = keysIn(shards)
    if (keys.length === 0) throw new UnreadableLog(`${url} has no log yet: start again in a minute.`)
    const taken = keys.find(({ base }) => Object.values(this.#known).some((logs) => logs[base] !== undefined))
    if (taken !== undefined)
      throw new UnreadableLog(`${url} calls its log ${taken.base}, as the log at another address does.`)
    const own = this.#trusted?.filter(({ base }) => keys.some((shown) => shown.base === base)) ?? keys
    const missing = keys.find(({ base }) => own.every((trusted) => trusted.base !== base))
    if (missing !== undefined) throw new UnreadableLog(`The file of trusted keys has no key of ${missing.base}.`)
    for (const each of own) await this.#take(url, each)
    this.#print(
      this.#trusted === null
        ? `These keys were taken from ${url} itself. They are kept, and only announced ones replace them. Compare them with what others have.`
        : 'These keys come from the file of trusted keys. They are kept, and only announced ones replace them.',
    )
  }

  /** A folder that was begun with other keys than those of the file must not go on with them. */
  #requireTrusted(url: string): void {
    for (const base of Object.keys(this.#known[url] ?? {}))
      if (this.#trusted?.some((each) => each.base === base && this.#has(url, each)) === false)
        throw new UnreadableLog(
          `${join(this.#path, 'logs.json')} has other keys of ${base} than the file of trusted keys: begin with a new folder.`,
        )
  }

  #has(url: string, { base, key }: StrangeKey): boolean {
    const vkeys = this.#known[url]?.[base] ?? []
    return vkeys.some((vkey) => toHex(parseVerifierKey(vkey).publicKey) === toHex(key.publicKey))
  }

  async #take(url: string, { base, key }: StrangeKey): Promise<void> {
    const logs = this.#known[url] ?? {}
    const vkey = formatVerifierKey(key)
    this.#known = { ...this.#known, [url]: { ...logs, [base]: [...(logs[base] ?? []), vkey] } }
    await replaceFile(join(this.#path, 'logs.json'), `${JSON.stringify(this.#known, null, 2)}\n`, { mode: 0o600 })
    await flushFolder(this.#path)
    this.#print(`Key of ${base}: ${vkey}`)
  }

  /** Whether the log of events names the key, in the leaves of the newest checkpoint that this witness has cosigned. */
  async #isAnnounced(url: string, shards: readonly Shard[], { signs, key }: StrangeKey): Promise<boolean> {
    for (const { log, shard, origin } of shards.toReversed()) {
      if (log !== 'events' || this.keysOf(origin).length === 0) continue
      const stored = await this.#folder.stored(origin)
      if (stored === null) continue
      const { size, root } = parseCheckpoint(parseNote(stored.note).text)
      const reader = new TreeReader(url, { log, shard, size, root })
      const last = Math.ceil(size / tileWidth) - 1
      for (let index = last; index >= Math.max(0, last - searchedBundles + 1); index -= 1)
        if ((await reader.entries(index)).some((entry) => announces(entry, signs, key))) return true
    }
    return false
  }
}

/** The keys of a file of trusted keys, as the shards that they are named by. */
function shardsOf({ ticks, events }: Trusted): Pick<Shard, 'log' | 'shard' | 'origin' | 'vkey'>[] {
  const shardOf = (log: Shard['log']) => (vkey: string) => {
    const { name: origin } = parseVerifierKey(vkey)
    return { log, shard: origin.slice(origin.lastIndexOf('/') + 1), origin, vkey }
  }
  return [...ticks.map(shardOf('ticks')), ...events.map(shardOf('events'))]
}

/** The keys of the shards, each once for its log. Shards under another name than their log's are left out. */
function keysIn(shards: readonly Pick<Shard, 'log' | 'shard' | 'origin' | 'vkey'>[]): StrangeKey[] {
  const found = new Map<string, StrangeKey>()
  for (const { log, shard, origin, vkey } of shards) {
    const key = parseVerifierKey(vkey)
    if (!origin.endsWith(`/${log}/${shard}`) || key.name !== origin || key.type !== 'ed25519') continue
    const base = origin.slice(0, -shard.length - 1)
    found.set(`${base} ${toHex(key.publicKey)}`, { base, signs: log, key })
  }
  return [...found.values()]
}

function announces(entry: Uint8Array, signs: Shard['log'], key: VerifierKey): boolean {
  // The types of events that this version does not know announce no keys.
  if (entry[1] !== keyEventType) return false
  const event = decodeEvent(entry)
  return (
    event.name === 'key' &&
    event.event.signs === signs &&
    toHex(parseVerifierKey(event.event.vkey).publicKey) === toHex(key.publicKey)
  )
}

const keyEventType = 21

/** A key under the name of an origin. */
function named({ publicKey }: VerifierKey, origin: string): VerifierKey {
  return verifierKey({ name: origin, type: 'ed25519', publicKey })
}
