import { describe, expect, it } from 'vitest'
import { utf8Bytes } from '../bytes.ts'
import { signCheckpoint } from '../checkpoint.ts'
import { noteSigner, signWith } from '../cosignature.ts'
import { keyEvent } from '../encoding/index.ts'
import { leafHash } from '../hash.ts'
import { formatVerifierKey, signerKey } from '../note-key.ts'
import { MemoryTree } from '../testing/memory-tree.ts'
import { hashOfTile, serialiseTile, tilePath, tileWidth } from '../tiles.ts'
import { followAnnouncements, handoverPath, vkeyOfShard } from './follow-announcements.ts'
import type { KeyAnnouncement } from './follow-announcements.ts'

const host = 'log.test'
const fromMs = 1_790_000_000_000

type KeyName = 'first' | 'second' | 'third'
const seeds: Readonly<Record<KeyName, number>> = { first: 1, second: 2, third: 3 }
const keyOf = (key: KeyName, name: string) =>
  signerKey({ name, type: 'ed25519', seed: new Uint8Array(32).fill(seeds[key]) })
const vkeyOf = async (key: KeyName, shard = '2026h2', log = 'events') =>
  formatVerifierKey((await keyOf(key, `${host}/${log}/${shard}`)).key)

/** A log of events in memory: its files are those of the newest checkpoint, and partial tiles from before are gone. */
class EventsLog {
  readonly files = new Map<string, Uint8Array>()
  readonly announced: KeyAnnouncement[] = []
  readonly #shard: string
  readonly #leaves: Uint8Array[] = []

  constructor(shard = '2026h2') {
    this.#shard = shard
  }

  fill(count: number): this {
    for (let leaf = 0; leaf < count; leaf += 1) this.#leaves.push(leafHash(Uint8Array.of(16, leaf & 255)))
    return this
  }

  announce(log: KeyAnnouncement['log'], vkey: string): this {
    this.announced.push({ log, vkey, fromMs, shard: this.#shard, index: this.#leaves.length })
    this.#leaves.push(leafHash(keyEvent.encode({ signs: log, vkey, fromMs })))
    return this
  }

  async sign(key: KeyName): Promise<this> {
    const origin = `${host}/events/${this.#shard}`
    const signer = await keyOf(key, origin)
    const head = { origin, size: this.#leaves.length, root: new MemoryTree(this.#leaves).root(), extensions: [] }
    const note = await signCheckpoint(head, [noteSigner(signer.key, signWith(signer))])
    for (const path of this.files.keys()) if (path.includes('.p/')) this.files.delete(path)
    for (let index = 0; index * tileWidth < head.size; index += 1) {
      const hashes = this.#leaves.slice(index * tileWidth, (index + 1) * tileWidth)
      this.#put(tilePath({ level: 0, index, width: hashes.length }), serialiseTile(hashes))
    }
    const full = Math.floor(head.size / tileWidth)
    const upper = Array.from({ length: full }, (_, index) =>
      hashOfTile(this.#leaves.slice(index * tileWidth, (index + 1) * tileWidth)),
    )
    if (full > 0) this.#put(tilePath({ level: 1, index: 0, width: full }), serialiseTile(upper))
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

const follow = async (trusted: readonly string[], ...logs: readonly EventsLog[]) => {
  const files = new Map(logs.flatMap((log) => [...log.files]))
  const announced = logs.flatMap((log) => log.announced)
  const found = await followAnnouncements(trusted, announced, (path) => Promise.resolve(files.get(path) ?? null))
  return found.map(({ vkey }) => vkey)
}

describe('a key that the log of events announces', () => {
  it('is followed from key to key, also where the log has grown by whole tiles since', async () => {
    const [first, second, third] = [await vkeyOf('first'), await vkeyOf('second'), await vkeyOf('third')]
    const ticks = await vkeyOf('second', '2026h2', 'ticks')
    const log = new EventsLog().fill(300).announce('ticks', ticks).announce('events', second).fill(5)
    await log.sign('first')
    await log.handOver().fill(700).announce('events', third).sign('second')
    await log.handOver().fill(90).sign('third')
    expect(await follow([first], log)).toEqual([ticks, second, third])
    expect(await follow([second], log)).toEqual([ticks, second, third])
    expect(await follow([], log)).toEqual([])
    for (const { index } of log.announced.slice(1)) log.files.delete(`events/2026h2/${handoverPath(index)}`)
    expect(await follow([first], log)).toEqual([])
    expect(await follow([third], log)).toEqual([ticks, second, third])
  })

  it('is followed across half-years, in which a key signs under their names', async () => {
    const second = await vkeyOf('second', '2027h1')
    const early = await new EventsLog('2026h2').fill(3).sign('first')
    const late = await new EventsLog('2027h1').fill(2).announce('events', second).fill(2).sign('first')
    const acceptance = formatVerifierKey((await keyOf('third', `${host}/acceptance`)).key)
    const last = await new EventsLog('2027h2').announce('acceptance', acceptance).sign('second')
    await late.handOver().fill(9).sign('second')
    const first = await vkeyOf('first')
    expect(await follow([first], early, late, last)).toEqual([second, acceptance])
    expect(await follow([first], early, last)).toEqual([])
    expect(vkeyOfShard(first, `${host}/events/2027h1`)).toBe(await vkeyOf('first', '2027h1'))
  })

  it('is not followed without its entry in a tree that the key before has signed', async () => {
    const [first, second] = [await vkeyOf('first'), await vkeyOf('second')]
    const early = await new EventsLog().fill(4).sign('first')
    const lying = await new EventsLog().fill(4).announce('events', second).sign('second')
    const before = early.files.get('events/2026h2/checkpoint') ?? new Uint8Array(0)
    // A checkpoint from before the announcement, and one that only the new key has signed, hand nothing over.
    for (const note of [before, lying.files.get('events/2026h2/checkpoint') ?? before]) {
      lying.files.set(`events/2026h2/${handoverPath(4)}`, note)
      expect(await follow([first], lying)).toEqual([])
    }
    const other = await new EventsLog().fill(5).sign('first')
    lying.files.set(`events/2026h2/${handoverPath(4)}`, other.files.get('events/2026h2/checkpoint') ?? before)
    expect(await follow([first], lying)).toEqual([])
  })

  it('signs what it is announced for, on its own host', async () => {
    const first = await vkeyOf('first')
    const stranger = formatVerifierKey((await keyOf('second', 'other.test/acceptance')).key)
    for (const vkey of [await vkeyOf('second', '2026h2', 'ticks'), stranger]) {
      const log = await new EventsLog().announce('acceptance', vkey).sign('first')
      expect(await follow([first], log)).toEqual([])
    }
  })
})
