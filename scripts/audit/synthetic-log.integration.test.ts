import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { formatVerifierKey, signerKey } from '@candor/proof'
import { encodeRawTicks } from '@candor/proof/encoding'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anInstrument } from '../../apps/server/test/instrument-view.ts'
import { auditFolder } from './testing/audit-world.ts'
import { writeSyntheticLog } from '../../bench/synthetic-log.ts'
import type { SyntheticLog } from '../../bench/synthetic-log.ts'

const genesisMs = 1_767_571_200_000
const sizes = { slots: 600, instruments: 7, firstSlot: 1_000, genesisMs }
const atMs = (slot: number) => genesisMs + (slot + 1) * 500
/** Six decimals. */
const price = (slot: number) => 1_100_000n + BigInt(slot % 40)
let folder: string
let instruments: string
let logs = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-audit-'))
  instruments = join(folder, 'instruments.json')
  const view = anInstrument({
    symbol: 'EURUSD',
    category: 'forex',
    base: 'EUR',
    quote: 'USD',
    name: 'Euro',
    decimals: 6,
    calendar: 'forex',
    source: 'live',
  })
  await writeFile(instruments, JSON.stringify({ code: 1, msg: '', data: { items: [view] } }))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function written(log: Partial<SyntheticLog>) {
  logs += 1
  const path = join(folder, `log-${logs}`)
  const { ticksVkey } = await writeSyntheticLog(path, { ...sizes, ...log })
  return { path, ticksVkey }
}

async function audited(log: Partial<SyntheticLog>, ...options: readonly string[]) {
  const { path } = await written(log)
  return auditFolder(path, join(path, 'state'), ...options)
}

/** A recording of EURUSD whose prices are those of the log, but for the slots of `isOther`. */
async function recorded(name: string, isOther: (slot: number) => boolean = () => false): Promise<string> {
  const lines = Array.from({ length: 500 }, (_, index) => {
    const slot = 1_050 + index
    const mid = (Number(price(slot)) / 1e6) * (isOther(slot) ? 1.004 : 1)
    return `${atMs(slot) - 200},${(mid - 0.0001).toFixed(6)},${(mid + 0.0001).toFixed(6)},,`
  })
  const path = join(folder, name)
  await writeFile(path, gzipSync(`ts_ms,bid,ask,last,volume\n${lines.join('\n')}\n`))
  return path
}

describe('npm run audit on a log that a dishonest publisher may have written', () => {
  test('passes prices that walk, and raw ticks where there are files', async () => {
    const rawTicks = (slot: number) => encodeRawTicks({ dropped: slot, ticks: [] })
    const isMissing = (slot: number) => slot % 100 === 7
    const { code, text } = await audited({ rawTicks, isMissing })
    expect(code).toBe(0)
    expect(text).toContain('594 frames; 6 slots without one, in 6 runs, the longest of 1')
    expect(text).toContain('Raw ticks have the digests of their frames (592)')
    expect(text).toContain('Raw ticks of 2 frames are not among the files.')
  })

  test('passes the batches of contracts, with the figures of whole days', async () => {
    const days = { slots: 600, genesisMs: genesisMs - 150_000 - sizes.firstSlot * 500 }
    const { code, text } = await audited({ ...days, contracts: { aDay: 57_600, inBatch: 4 } })
    expect(text).toContain('Batches of each stripe are without gaps (100)')
    expect(text).toContain('Published statistics follow from the log (1)')
    expect(code).toBe(0)
  })

  test('finds raw ticks that are not those of the digest', async () => {
    const { path } = await written({ rawTicks: (slot) => encodeRawTicks({ dropped: slot, ticks: [] }) })
    const file = join(path, 'ticks/2026h1/raw/000')
    const bytes = await readFile(file)
    bytes[11] = 9
    await writeFile(file, bytes)
    const { code, text } = await auditFolder(path, join(path, 'state'))
    expect({ code, text }).toMatchObject({
      code: 1,
      text: expect.stringContaining('The raw ticks of slot 1000 are not'),
    })
  })

  test.each([
    [
      'a running sum that jumps',
      1_300,
      { priceSums: 'sum' },
      'The frame of slot 1300 has a record of instrument 1 whose',
    ],
    [
      'a frame that was published before an earlier one',
      1_300,
      { publishedMs: 0 },
      'is published before an earlier one',
    ],
    // The first frame of a bundle is compared with the last one of the bundle before.
    ['an epoch that steps back between bundles', 1_256, { epochs: 'back' }, 'The frame of slot 1256 has a record'],
  ])('finds %s, though it is sealed and signed', async (_what, at, change, sentence) => {
    const { code, text } = await audited({
      change: (frame) => {
        const epochs = frame.epochs.map(() => ('epochs' in change && frame.slot >= at ? 0 : 1))
        if (frame.slot !== at) return { ...frame, epochs }
        const priceSums = frame.priceSums.map((sum) => ('priceSums' in change ? sum + 1n : sum))
        return { ...frame, epochs, priceSums, publishedMs: 'publishedMs' in change ? 0 : frame.publishedMs }
      },
    })
    expect(text).toContain(sentence)
    expect(text).toMatch(/Entries lead to the signed roots/)
    expect(code).toBe(1)
  })

  test('compares prices with a recording, and names the time in which they are apart', async () => {
    const options = ['--instruments', instruments, '--recording']
    const same = await audited({ price }, ...options, await recorded('EURUSD__tick__one.csv.gz'))
    expect(same.text).toMatch(/Published prices agree with the recording \(5\d\d\)/)
    expect(same.code).toBe(0)
    const short = await recorded('EURUSD__tick__two.csv.gz', (slot) => slot >= 1_200 && slot < 1_209)
    expect((await audited({ price }, ...options, short)).code).toBe(0)
    const long = await recorded('EURUSD__tick__three.csv.gz', (slot) => slot >= 1_200 && slot < 1_211)
    const { code, text } = await audited({ price }, ...options, long)
    expect(text).toContain('EURUSD is up to 0.40 % from the recording, from 2026-01-05T00:10:00.503Z to')
    expect(code).toBe(1)
  })

  test('refuses keys that did not sign, and goes by the keys of elsewhere', async () => {
    const { path, ticksVkey } = await written({ slots: 5 })
    const keys = (vkey: string) => JSON.stringify({ ticks: [vkey], events: [], acceptance: [] })
    const [own, other] = [join(path, 'own.json'), join(path, 'other.json')]
    await writeFile(own, keys(ticksVkey))
    const foreign = await signerKey({ name: 'log.test/ticks/2026h1', type: 'ed25519', seed: new Uint8Array(32) })
    await writeFile(other, keys(formatVerifierKey(foreign.key)))
    const trusted = await auditFolder(path, join(path, 'a'), '--trust', own)
    expect(trusted.text).not.toContain('The key of log.test/ticks/2026h1 was taken from the log itself')
    expect(trusted.code).toBe(0)
    const refused = await auditFolder(path, join(path, 'b'), '--trust', other)
    expect(refused.text).toContain('The checkpoint of ticks/2026h1 is signed by no key that is known or announced.')
    expect(refused.code).toBe(1)
  })

  test('writes the page in HTML, and leaves no half state where the disk refuses', async () => {
    const { path } = await written({ slots: 5 })
    const page = join(path, 'page.html')
    expect((await auditFolder(path, join(path, 'state'), '--html', page)).code).toBe(0)
    expect(await readFile(page, 'utf8')).toContain('<h1>HOLDS: everything that was checked</h1>')
    expect(await readdir(join(path, 'state'))).toHaveLength(1)
    const state = join(path, 'state')
    const [name = ''] = await readdir(state)
    const before = await readFile(join(state, name), 'utf8')
    // Stands for a disk that takes no more: the file beside the state cannot be written.
    await mkdir(join(state, `${name}.new`))
    const { code, text } = await auditFolder(path, state)
    expect({ code, text }).toMatchObject({
      code: 2,
      text: expect.stringContaining('state of the audit cannot be stored'),
    })
    expect(await readFile(join(state, name), 'utf8')).toBe(before)
    await writeFile(join(path, 'file'), '')
    const unread = await auditFolder(path, join(path, 'file'))
    expect(unread).toMatchObject({ code: 2, text: expect.stringContaining('state of the audit cannot be read') })
  })
})
