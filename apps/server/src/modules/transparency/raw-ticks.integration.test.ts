import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, deflateRawSync } from 'node:zlib'
import { encodeRawTicks, parseRawTicksFile, ticksDigestOf } from '@candor/proof/encoding'
import { beforeEach, expect, test } from 'vitest'
import { createLogger } from '../../platform/logger.ts'
import { RawTicksFiles, rawTicksKeptMs } from './raw-ticks.ts'
import type { RawTicksOptions } from './raw-ticks.ts'
import { genesisMs } from './testing/log-world.ts'
import type { LogWorld } from './testing/log-world.ts'
import { openOwnLog } from './testing/own-log.ts'

let world: LogWorld
beforeEach(async () => {
  world = await openOwnLog()
})

const folder = () => join(world.folder, 'ticks/2026h1')
const written = async () => (await readdir(folder(), { recursive: true })).filter((name) => /^raw\/.*\d/.test(name))

/** The raw ticks of a slot. */
const ticksOf = (slot: number) =>
  encodeRawTicks({
    dropped: 0,
    ticks: [{ instrumentId: 1, source: 2, receivedMs: slot, sourceTimeMs: 0, bid: String(slot), ask: '', last: '' }],
  })

/** Stores frames that commit to their ticks, and the ticks themselves except those of some slots. */
async function store(from: number, to: number, without: readonly number[] = [], missing: readonly number[] = []) {
  await world.store(from, to, missing)
  await world.owner.query('alter table market.frame disable trigger all')
  for (let slot = from; slot <= to; slot += 1) {
    const ticks = ticksOf(slot)
    await world.owner.query('update market.frame set ticks_digest = $2 where slot = $1', [slot, ticksDigestOf(ticks)])
    if (without.includes(slot) || missing.includes(slot)) continue
    await world.owner.query('insert into market.tick_record (slot, deflated) values ($1, $2)', [
      slot,
      deflateRawSync(ticks),
    ])
  }
  await world.owner.query('alter table market.frame enable trigger all')
}

const filesOf = (options: Partial<RawTicksOptions> = {}) =>
  new RawTicksFiles({
    pool: world.pool,
    folder: world.folder,
    clock: world.clock,
    logger: createLogger({ level: 'silent', role: 'test' }),
    ...options,
  })

async function read(name: string): Promise<(Uint8Array | null)[]> {
  return parseRawTicksFile(Uint8Array.from(brotliDecompressSync(await readFile(join(folder(), name)))))
}

/** Moves the clock to so long after the end of a slot. */
function moveTo(slot: number, afterMs: number): void {
  world.clock.advance(genesisMs + (slot + 1) * 500 + afterMs - world.clock.nowMs())
}

test('the ticks of a whole bundle are published, where they are those that the sealed frames commit to', async () => {
  await store(0, 299, [7], [9])
  await world.owner.query('alter table market.tick_record disable trigger all')
  await world.owner.query('update market.tick_record set deflated = $1 where slot = 11', [deflateRawSync(ticksOf(12))])
  await world.owner.query(`update market.tick_record set deflated = '\\x00ff' where slot = 13`)
  await world.owner.query('alter table market.tick_record enable trigger all')
  await world.seal(world.ticksLog())
  const files = filesOf()
  moveTo(255, 80_000)
  await files.round()
  expect(await written()).toEqual([])
  moveTo(255, 90_000)
  await files.round()
  expect(await written()).toEqual(['raw/000.br'])
  const ticks = await read('raw/000.br')
  expect(ticks).toHaveLength(256)
  const absent = ticks.flatMap((each, index) => (each === null ? [index] : []))
  expect(absent).toEqual([7, 9, 11, 13])
  expect(ticks[255]).toEqual(ticksOf(255))
})

test('a process that is killed at any step leaves each file whole or absent, and the next one goes on', async () => {
  await store(0, 767)
  await world.seal(world.ticksLog())
  moveTo(767, 90_000)
  let killed = 0
  for (let step = 0; ; step += 1) {
    let steps = 0
    let isKilled = false
    const files = filesOf({
      beforeStep: () => {
        isKilled ||= steps === step
        if (isKilled) throw new Error('killed')
        steps += 1
      },
    })
    await files.round()
    for (const name of (await written()).filter((each) => each.endsWith('.br')))
      expect(await read(name)).toHaveLength(256)
    if (!isKilled) break
    killed += 1
  }
  expect(killed).toBe(4)
  expect(await written()).toEqual(['raw/000.br', 'raw/001.br', 'raw/002.br'])
})

test('files are removed after 30 days, with what a killed process left, and are not written again', async () => {
  await store(0, 767)
  await world.seal(world.ticksLog())
  moveTo(767, 90_000)
  await filesOf().round()
  const files = filesOf()
  moveTo(255, rawTicksKeptMs - 1)
  await files.round()
  expect(await written()).toHaveLength(3)
  moveTo(255, rawTicksKeptMs)
  await filesOf().round()
  expect(await written()).toEqual(['raw/001.br', 'raw/002.br'])
  moveTo(767, rawTicksKeptMs + 3_600_000)
  await files.round()
  await filesOf().round()
  expect(await written()).toEqual([])
  expect(await readdir(folder())).toContain('records')
})
