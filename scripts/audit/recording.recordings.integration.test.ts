import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRecording } from '../../apps/server/src/modules/quote-feeds/recording-file.ts'
import { auditFolder } from './testing/audit-world.ts'
import { writeSyntheticLog } from '../../bench/synthetic-log.ts'

const recordings = process.env['CANDOR_RECORDINGS'] ?? join(import.meta.dirname, '../../../shared/market')
const file = (provider: string) => join(recordings, `data/forex/EURUSD__tick__${provider}-201405.csv.gz`)
const hasRecordings = existsSync(file('fxcm')) && existsSync(file('oanda'))
if (!hasRecordings) process.stderr.write(`recordings: skipped, there are none in ${recordings}\n`)

const slots = 3_600
let folder: string
let fromMs = 0
/** The mids of FXCM, in units of six decimals, at the end of each slot. */
const mids: bigint[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-audit-'))
  if (!hasRecordings) return
  fromMs = await oneHourInto('oanda')
  let mid = 0n
  for await (const ticks of readRecording(file('fxcm')))
    for (const { timeMs, bid, ask } of ticks) {
      while (mids.length < slots && timeMs >= fromMs + 500 * (mids.length + 1)) mids.push(mid)
      if (mids.length === slots) return
      mid = BigInt(Math.round((Number(bid) + Number(ask)) * 500_000))
    }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function oneHourInto(provider: string): Promise<number> {
  for await (const [first] of readRecording(file(provider))) if (first !== undefined) return first.timeMs + 3_600_000
  throw new Error('the recording is empty')
}

/** A log that published what FXCM quoted, shifted by some millionths in a part of it, compared with OANDA's quotes. */
async function auditShifted(name: string, ppm: bigint) {
  const path = join(folder, name)
  const shifted = (slot: number) => (slot >= 900 && slot < 920 ? 1_000_000n + ppm : 1_000_000n)
  const price = (slot: number) => ((mids[slot] ?? 0n) * shifted(slot)) / 1_000_000n
  await writeSyntheticLog(path, { slots, instruments: 1, firstSlot: 0, genesisMs: fromMs, price })
  const instruments = join(path, 'instruments.json')
  const view = { category: 'forex', base: 'EUR', quote: 'USD', name: 'Euro', exchangeSymbol: '', calendar: 'forex' }
  const state = { sources: [], entryDelayMs: 500, contractMonth: null, nextRollMs: null, state: 'open' }
  const times = { isHalted: false, nextOpenMs: null, closesMs: null, source: 'live', basis: 'own' }
  const items = [{ id: 1, symbol: 'EURUSD', decimals: 6, ...view, ...state, ...times }]
  await writeFile(instruments, JSON.stringify({ items }))
  return auditFolder(path, join(path, 'state'), '--instruments', instruments, '--recording', file('oanda'))
}

describe.skipIf(!hasRecordings)('prices of one provider', () => {
  test('agree with the recording of another, and do not where ten seconds of them were shifted', async () => {
    const same = await auditShifted('same', 0n)
    expect(same.text).toMatch(/Published prices agree with the recording \([\d,]{3,}\)/)
    expect(same.code).toBe(0)
    const other = await auditShifted('shifted', 2_500n)
    expect(other.text).toMatch(/EURUSD is up to 0\.2\d % from the recording/)
    expect(other.code).toBe(1)
  })
})
