import { cp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { equalBytes, leafHash, sha256 } from '@candor/proof'
import { decodeTickEntry, frameRecord, recordsRootOf } from '@candor/proof/encoding'
import { beforeEach, describe, expect, test } from 'vitest'
import { readGuards } from './guard-store.ts'
import type { Guard } from './guard-store.ts'
import { createLogSigner } from './log-signer.ts'
import { firstSlotFrom } from './shard.ts'
import { LogReader } from './testing/log-reader.ts'
import { genesisMs } from './testing/log-world.ts'
import type { LogWorld } from './testing/log-world.ts'
import { openOwnLog } from './testing/own-log.ts'

let world: LogWorld

beforeEach(async () => {
  world = await openOwnLog()
})

const shard = '2026h1'
const folderOf = (name = shard) => join(world.folder, 'ticks', name)

async function guardOf(name = shard): Promise<Guard> {
  const guard = (await readGuards(world.pool, 'ticks')).find((each) => each.shard === name)
  if (guard === undefined) throw new Error(`there is no shard ${name}`)
  return guard
}

const readerOf = async (name = shard) => new LogReader(folderOf(name), (await guardOf(name)).vkey)

async function entriesOf(name = shard) {
  const reader = await readerOf(name)
  return (await reader.entries(await reader.checkpoint())).map(decodeTickEntry)
}

/** Sets what is signed back to an earlier row, as a restored database has it: the triggers refuse it otherwise. */
async function restoreGuard({ size, root, note }: Guard): Promise<void> {
  await world.owner.query('alter table transparency.log disable trigger all')
  await world.owner.query('update transparency.log set size = $1, root = $2, note = $3', [
    size,
    Buffer.from(root),
    note,
  ])
  await world.owner.query('alter table transparency.log enable trigger all')
}

describe('the log of prices', () => {
  test('holds every slot from the oldest stored frame on, frames with their records and gaps as missing', async () => {
    await world.store(1_000, 1_299, [1_010, 1_011, 1_290])
    const log = world.ticksLog()
    await world.seal(log)
    expect(log.stoppedBy).toBeNull()
    const reader = await readerOf()
    const checkpoint = await reader.checkpoint()
    expect(checkpoint).toMatchObject({ origin: 'log.test/ticks/2026h1', size: 300 })
    const entries = (await reader.entries(checkpoint)).map(decodeTickEntry)
    expect(entries.map(({ slot }) => slot)).toEqual(Array.from({ length: 300 }, (_, index) => 1_000 + index))
    const missing = entries.filter(({ kind }) => kind === 'missing')
    expect(missing.map(({ slot }) => slot)).toEqual([1_010, 1_011, 1_290])
    const records = await reader.records(checkpoint)
    const ofEntry = entries.map((entry, index) => {
      const own = records[index] ?? null
      if (entry.kind === 'missing') return own === null
      return own !== null && equalBytes(recordsRootOf(own), entry.recordsRoot)
    })
    expect(ofEntry).toEqual(entries.map(() => true))
    const slot = Uint8Array.from([0, 0, 0, 0, 0, 0, 1_005 >> 8, 1_005 & 255])
    expect(entries[5]).toMatchObject({ kind: 'frame', ticksDigest: sha256(slot), instrumentCount: 2 })
    expect((records[5] ?? []).map((record) => frameRecord.decode(record))).toMatchObject([
      {
        instrumentId: 1,
        price: 1_105n,
        ageMs: 5,
        state: 'open',
        sourceKind: 1,
        epoch: 0,
        priceSum: 100_500n,
        openCount: 1_005,
        sources: 10,
      },
      { instrumentId: 2, price: 200n, ageMs: 2_147_483_647, state: 'closed', sourceKind: 0, epoch: 3, priceSum: -7n },
    ])
  })

  test('grows with each checkpoint, and keeps every leaf where it was', async () => {
    await world.store(0, 254)
    const log = world.ticksLog()
    const heads: { size: number; leaves: Uint8Array[] }[] = []
    for (const [from, to] of [
      [255, 255],
      [256, 256],
      [257, 600],
    ] as const) {
      await world.seal(log)
      const reader = await readerOf()
      const checkpoint = await reader.checkpoint()
      heads.push({ size: checkpoint.size, leaves: (await reader.entries(checkpoint)).map(leafHash) })
      await world.store(from, to)
    }
    await world.seal(log)
    const reader = await readerOf()
    const last = (await reader.entries(await reader.checkpoint())).map(leafHash)
    expect(heads.map(({ size }) => size)).toEqual([255, 256, 257])
    expect(last).toHaveLength(601)
    for (const { size, leaves } of heads) expect(last.slice(0, size)).toEqual(leaves)
  })

  test('begins a new shard with the half-year, after the old one is whole', async () => {
    const boundary = firstSlotFrom(Date.UTC(2026, 6), genesisMs)
    await world.store(boundary - 5, boundary + 3, [boundary - 1, boundary])
    const log = world.ticksLog()
    for (let round = 0; round < 4; round += 1) await world.seal(log)
    expect((await entriesOf()).map(({ slot, kind }) => [slot - boundary, kind])).toEqual([
      [-5, 'frame'],
      [-4, 'frame'],
      [-3, 'frame'],
      [-2, 'frame'],
      [-1, 'missing'],
    ])
    expect((await entriesOf('2026h2')).map(({ slot, kind }) => [slot - boundary, kind])).toEqual([
      [0, 'missing'],
      [1, 'frame'],
      [2, 'frame'],
      [3, 'frame'],
    ])
    expect(await guardOf('2026h2')).toMatchObject({ firstSlot: boundary, origin: 'log.test/ticks/2026h2' })
  })

  test('keeps frames until a full bundle of it holds them, however old they are', async () => {
    await world.store(0, 270)
    const log = world.ticksLog()
    await world.seal(log)
    await world.store(271, 279)
    await world.owner.query('update clock.setting set virtual_now_ms = $1', [genesisMs + 30 * 86_400_000])
    const remove = async () => {
      await world.owner.query('select contract.retain_market(1000)')
      const { rows } = await world.owner.query(
        'select min(slot)::int as first, max(slot)::int as last from market.frame',
      )
      return rows
    }
    expect(await remove()).toEqual([{ first: 256, last: 279 }])
    await world.seal(log)
    expect(await remove()).toEqual([{ first: 256, last: 279 }])
    // As after a stop for longer than frames are kept.
    const next = world.ticksLog()
    await world.store(280, 515)
    await world.seal(next)
    expect(next.stoppedBy).toBeNull()
    expect(await remove()).toEqual([{ first: 512, last: 515 }])
    expect(await entriesOf()).toHaveLength(516)
  })
})

describe('a sealer that is killed', () => {
  class Killed extends Error {}

  test('at any step of its writes loses no leaf and signs no second history', async () => {
    await world.store(0, 520, [77])
    let killed = 0
    for (let step = 0; ; step += 1) {
      let steps = 0
      let isKilled = false
      const log = world.ticksLog({
        beforeStep: () => {
          if (isKilled || steps === step) {
            isKilled = true
            throw new Killed()
          }
          steps += 1
        },
      })
      const before = (await readGuards(world.pool, 'ticks'))[0]?.size ?? 0
      await world.seal(log)
      expect(log.stoppedBy).toBeNull()
      const guard = await guardOf()
      expect(guard.size === before || guard.size === 521 + killed).toBe(true)
      if (!isKilled) break
      killed += 1
      // A later frame each time: a head that was signed before the kill is never signed with other leaves.
      await world.store(520 + killed, 520 + killed)
    }
    expect(killed).toBeGreaterThan(8)
    expect((await entriesOf()).map(({ slot }) => slot)).toEqual(Array.from({ length: 521 + killed }, (_, slot) => slot))
  })

  test('between the database and the checkpoint publishes the same checkpoint at its next start', async () => {
    await world.store(0, 9)
    const log = world.ticksLog({
      beforeStep: (step) => {
        if (step === 'checkpoint') throw new Killed()
      },
    })
    await world.seal(log)
    const { note } = await guardOf()
    await expect(readFile(join(folderOf(), 'checkpoint'))).rejects.toMatchObject({ code: 'ENOENT' })
    await world.seal(world.ticksLog())
    expect(await readFile(join(folderOf(), 'checkpoint'), 'utf8')).toBe(note)
  })
})

describe('a folder that is not as it was left', () => {
  const wholeFolder = async () => {
    const files = await readdir(folderOf(), { recursive: true })
    return files.filter((name) => !/\.p(\/|$)/.test(name)).toSorted()
  }

  test('is completed from the frames when an older one was restored', async () => {
    await world.store(0, 299)
    await world.seal(world.ticksLog())
    await cp(folderOf(), join(world.folder, 'old'), { recursive: true })
    await world.store(300, 899)
    await world.seal(world.ticksLog())
    const expected = await wholeFolder()
    await rm(folderOf(), { recursive: true })
    await cp(join(world.folder, 'old'), folderOf(), { recursive: true })
    const log = world.ticksLog()
    await world.seal(log)
    expect(log.stoppedBy).toBeNull()
    expect(await wholeFolder()).toEqual(expected)
    expect(await entriesOf()).toHaveLength(900)
  })

  test.each(['tile/0/000', 'tile/entries/000', 'records/000.br', 'checkpoint'])(
    'is mended where %s is cut off or lost',
    async (name) => {
      await world.store(0, 299)
      await world.seal(world.ticksLog())
      const path = join(folderOf(), name)
      const whole = await readFile(path)
      for (const damage of [() => rm(path), () => writeFile(path, whole.subarray(0, whole.length / 2))]) {
        // The records are compared with nothing: they are rebuilt where they are lost.
        if (name.endsWith('.br') && damage.toString().includes('subarray')) continue
        await damage()
        await world.seal(world.ticksLog())
        expect(equalBytes(await readFile(path), whole)).toBe(true)
      }
    },
  )

  test('stops the log where it is lost and the frames are no longer stored', async () => {
    await world.store(0, 299)
    await world.seal(world.ticksLog())
    await world.owner.query('update clock.setting set virtual_now_ms = $1', [genesisMs + 30 * 86_400_000])
    await world.owner.query('delete from market.frame where slot < 280')
    await rm(folderOf(), { recursive: true })
    const log = world.ticksLog()
    await world.seal(log)
    expect(log.stoppedBy).toMatch(/The frame of slot 0 is no longer stored.*restore the folder/)
  })
})

describe('a second history is never signed', () => {
  test('after an older database was restored: the log stops, and says why', async () => {
    await world.store(0, 9)
    await world.seal(world.ticksLog())
    const old = await guardOf()
    await world.store(10, 19)
    await world.seal(world.ticksLog())
    const published = await readFile(join(folderOf(), 'checkpoint'), 'utf8')
    await restoreGuard(old)
    const log = world.ticksLog()
    await world.seal(log)
    expect(log.stoppedBy).toMatch(
      /The log ticks\/2026h1 has published 20 leaves, and the database knows of 10: an older database was restored/,
    )
    await world.seal(log)
    expect(world.states.at(-1)).toMatchObject({ stoppedBy: log.stoppedBy })
    expect(await guardOf()).toMatchObject({ size: 10, note: old.note })
    expect(await readFile(join(folderOf(), 'checkpoint'), 'utf8')).toBe(published)
  })

  test('by two sealers at once: the newer one goes on, the older one stops', async () => {
    await world.store(0, 9)
    const [one, two] = [world.ticksLog(), world.ticksLog()]
    await world.seal(one)
    await world.seal(two)
    await world.store(10, 19)
    await world.seal(one)
    expect(one.stoppedBy).toMatch(/Another process seals the log ticks/)
    expect(await guardOf()).toMatchObject({ size: 10 })
    await world.seal(two)
    expect(two.stoppedBy).toBeNull()
    expect(await entriesOf()).toHaveLength(20)
  })

  test('with another key: the log stops', async () => {
    await world.store(0, 9)
    await world.seal(world.ticksLog())
    const log = world.ticksLog({ signer: createLogSigner(Buffer.alloc(32, 8).toString('base64url')) })
    await world.seal(log)
    expect(log.stoppedBy).toMatch(/The key of the log ticks\/2026h1 is not the one that signed it/)
  })

  test('by the database itself: nothing but the signed head is replaced, and never by a smaller one', async () => {
    await world.store(0, 9)
    await world.seal(world.ticksLog())
    const { size, root } = await guardOf()
    const advance = async (fromSize: number, fromRoot: Uint8Array, toSize: number, toRoot: Uint8Array) => {
      const { rows } = await world.pool.query<{ outcome: string }>(
        `select transparency.advance(transparency.begin_sealing('ticks'), 'ticks', $1, $2, $3, $4, $5, 'note',
           (select vkey from transparency.log)) as outcome`,
        [shard, fromSize, Buffer.from(fromRoot), toSize, Buffer.from(toRoot)],
      )
      return rows[0]?.outcome
    }
    const other = new Uint8Array(32)
    expect(await advance(size, other, 11, other)).toBe('differs')
    expect(await advance(size - 1, root, 11, other)).toBe('differs')
    expect(await advance(size, root, size, other)).toBe('differs')
    expect(await advance(size, root, size - 1, other)).toBe('differs')
    await expect(world.owner.query('update transparency.log set size = size - 1')).rejects.toThrow('does not grow')
    await expect(world.owner.query('delete from transparency.log')).rejects.toThrow('a log only grows')
    expect(await guardOf()).toMatchObject({ size, note: expect.stringContaining('log.test/ticks') })
  })
})

test('a full disk: no checkpoint is signed, the state says since when, and sealing goes on once there is room', async () => {
  await world.store(0, 9)
  let isFull = false
  const log = world.ticksLog({
    beforeStep: () => {
      if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    },
  })
  await world.seal(log)
  isFull = true
  await world.store(10, 19)
  for (let round = 0; round < 4; round += 1) await world.seal(log)
  expect(await guardOf()).toMatchObject({ size: 10 })
  expect(log.stoppedBy).toBeNull()
  expect(world.states.at(-1)?.unsignedMs).toBeGreaterThanOrEqual(20_000)
  isFull = false
  await world.seal(log)
  expect(world.states.at(-1)).toMatchObject({ size: 20, unsignedMs: 0, lagMs: 0 })
  expect(await entriesOf()).toHaveLength(20)
})
