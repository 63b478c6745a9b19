import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { bundlePath, tilePath } from '@candor/proof'
import { beforeAll, describe, expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../apps/server/src/platform/postgres/test-database.ts'
import { auditFolder, openAuditWorld } from './testing/audit-world.ts'

const shard = '2026h1'
let copies = 0

const world = closeAfterTests(await openAuditWorld(await testDatabase()))

beforeAll(async () => {
  await world.price(100_299, (slot) => slot >= 100_100 && slot < 100_105)
  await world.trade()
  await world.seal()
})

/** A copy of the log's folder that a test may spoil. */
async function copied(): Promise<string> {
  copies += 1
  const folder = join(world.folder, `copy-${copies}`)
  for (const log of ['ticks', 'events']) await cp(join(world.folder, log), join(folder, log), { recursive: true })
  return folder
}

/** Changes one byte of a file, the records inside of their compression. */
async function spoil(path: string, at: number): Promise<void> {
  const bytes = await readFile(path)
  const plain = path.endsWith('.br') ? brotliDecompressSync(bytes) : bytes
  plain[at] = (plain[at] ?? 0) ^ 1
  await writeFile(path, path.endsWith('.br') ? brotliCompressSync(plain) : plain)
}

const full = { index: 0, width: 256 }

describe('npm run audit on the folder of a log', () => {
  test('says what holds and what could not be checked, and exits with 0', async () => {
    const { code, text } = await auditFolder(world.folder, join(world.folder, 'first'))
    expect(text).toMatch(/Entries lead to the signed roots \(\d+\)/)
    expect(text).toContain('377 frames; 5 slots without one, in 1 runs, the longest of 5')
    expect(text).toContain('377 prices were stale, of 1 instruments')
    expect(text).toContain('Quotes and candles: a folder has none to compare.')
    expect(text).toContain('The public log shows batches, not orders')
    expect(text.endsWith('HOLDS: everything that was checked')).toBe(true)
    expect(code).toBe(0)
  })

  test.each([
    ['an entry of a frame', `ticks/${shard}/${bundlePath(full)}`, 40, 'do not lead to the root that is signed'],
    ['a tile', `ticks/${shard}/${tilePath({ level: 0, ...full })}`, 9, 'has other hashes than the entries below it'],
    ['a price', `ticks/${shard}/records/000.br`, 4 + 2 + 11, 'do not lead to the root in its leaf'],
    ['an entry of events', `events/${shard}/`, 60, 'do not lead to the root that is signed'],
  ])('finds that a byte of %s was changed', async (_what, name, at, sentence) => {
    const folder = await copied()
    const partial = join(folder, `events/${shard}/tile/entries/000.p`)
    const path = name.startsWith('ticks') ? join(folder, name) : join(partial, (await readdir(partial))[0] ?? '')
    await spoil(path, at)
    const { code, text } = await auditFolder(folder, join(folder, 'state'))
    expect(text).toContain(sentence)
    expect(text.endsWith('DOES NOT HOLD: see the failures above')).toBe(true)
    expect(code).toBe(1)
  })

  test('goes on after the last full bundle, and compares what is signed with the run before', async () => {
    const state = join(world.folder, 'resumed')
    const before = await auditFolder(world.folder, state)
    expect(before.read).toEqual(['ticks/2026h1: 382', 'events/2026h1: 31'])
    await world.price(world.ledger.slot + 200)
    await world.seal()
    const after = await auditFolder(world.folder, state)
    expect(after.code).toBe(0)
    // 256 of the 583 leaves were read before.
    expect(after.read).toEqual(['ticks/2026h1: 327', 'events/2026h1: 31'])
    // The heads of the last run and the signatures of both logs.
    expect(after.text).toContain('nothing taken back since the last run (4)')
  })

  test('cries FORK where a log is shorter, or has other leaves than it had signed', async () => {
    const [state, folder] = [join(world.folder, 'forked'), await copied()]
    expect((await auditFolder(world.folder, state)).code).toBe(0)
    const file = join(state, (await readdir(state))[0] ?? '')
    const stored = await readFile(file, 'utf8')
    const seen = JSON.parse(stored)
    const { size, root } = seen.heads['ticks/2026h1']
    const auditWith = async (head: object) => {
      seen.heads['ticks/2026h1'] = { ...seen.heads['ticks/2026h1'], ...head }
      await writeFile(file, JSON.stringify({ ...seen, source: world.folder }))
      return auditFolder(world.folder, state)
    }
    const shorter = await auditWith({ size: size + 7 })
    expect(shorter).toMatchObject({ code: 1, text: expect.stringContaining('FORK: ticks/2026h1 had') })
    const other = await auditWith({ size, root: `A${root.slice(1, -2)}A=` })
    expect(other).toMatchObject({ code: 1, text: expect.stringContaining('has two signed roots over its first') })
    const older = await auditWith({ size: 520, root })
    expect(older).toMatchObject({ code: 1, text: expect.stringContaining('FORK: the first 520 leaves') })
    await rm(folder, { recursive: true })
  })

  test('has no verdict where the checkpoint is of another log, and where there is no log', async () => {
    const folder = await copied()
    const path = join(folder, `ticks/${shard}/checkpoint`)
    await writeFile(path, await readFile(join(folder, `events/${shard}/checkpoint`)))
    const wrong = await auditFolder(folder, join(folder, 'state'))
    expect(wrong).toMatchObject({ code: 2, text: expect.stringContaining('is of another log, log.test/events/2026h1') })
    const nothing = await auditFolder(join(folder, 'events'), join(folder, 'state'))
    expect(nothing).toMatchObject({ code: 2, text: expect.stringContaining('has no shard of a log') })
    expect(nothing.text.endsWith('NO VERDICT: the audit could not be carried out to its end')).toBe(true)
  })
})
