import { bundlePath, formatVerifierKey, signerKey } from '@candor/proof'
import { frameEntry, frameRecord, missingEntry, recordsRootOf, serialiseRecordFile } from '@candor/proof/encoding'
import { inFolder, logFiles } from '@candor/proof/testing/signed-log'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkContract, checkPrice } from './contract-check.ts'
import { TicksLog } from './ticks-log.ts'

const firstSlot = 100
const slotCount = 60
const origin = 'log.test/ticks/2026h1'
const missing = 117
const timing = { entrySlot: 110, exitSlot: 140, entryWindowSlots: 10, exitWindowSlots: 10 }

/** The files of a log of sixty slots with one instrument, whose price is the slot; slot 117 has no frame. */
let files = new Map<string, Uint8Array>()
let vkey = ''

beforeAll(async () => {
  let [priceSum, openCount] = [0n, 0]
  const leaves = Array.from({ length: slotCount }, (_, index) => {
    const slot = firstSlot + index
    if (slot === missing) return { entry: missingEntry.encode({ slot }), records: null }
    priceSum += BigInt(slot)
    openCount += 1
    const rest = { ageMs: 0, state: 'open', sourceKind: 0, epoch: 0, sources: 0 } as const
    const records = [frameRecord.encode({ instrumentId: 1, price: BigInt(slot), priceSum, openCount, ...rest })]
    const zeros = new Uint8Array(32)
    const head = { slot, publishedMs: slot * 500, instrumentCount: 1, recordsRoot: recordsRootOf(records) }
    return { entry: frameEntry.encode({ ...head, ticksDigest: zeros }), records }
  })
  const signer = await signerKey({ name: origin, type: 'ed25519', seed: new Uint8Array(32).fill(3) })
  vkey = formatVerifierKey(signer.key)
  const logged = leaves.map(({ entry }) => entry)
  const recordsPath = bundlePath({ index: 0, width: slotCount }).replace('tile/entries', 'records')
  files = inFolder('ticks/2026h1', await logFiles(signer, logged))
  files.set(`ticks/2026h1/${recordsPath}`, serialiseRecordFile(leaves.map(({ records }) => records)))
})

/** The log as it is read; `change` alters the bytes of the files whose path contains a text. */
function openLog(changed?: string): TicksLog {
  const trusted = { ticks: [vkey], events: [], acceptance: [], firstSlots: { [origin]: firstSlot } }
  return new TicksLog(trusted, (path) => {
    const bytes = files.get(path)
    if (bytes === undefined || changed === undefined || !path.includes(changed)) return Promise.resolve(bytes ?? null)
    const altered = Uint8Array.from(bytes)
    // Past the middle: of a note the root, of a file the window.
    const at = Math.floor(altered.length / 2)
    altered[at] = (altered[at] ?? 0) ^ 1
    return Promise.resolve(altered)
  })
}

describe('the check of a contract', () => {
  it('finds both averages and the result in the log, and divides by the open frames', async () => {
    const { failed, windows, prices, result, joins } = await checkContract(openLog(), 1, timing)
    expect(failed).toBeNull()
    expect(windows?.entry.totals).toMatchObject({ openCount: 9, missingCount: 1, priceSum: 1_028n })
    expect(windows?.exit.totals).toMatchObject({ openCount: 10, missingCount: 0, priceSum: 1_355n })
    expect(prices).toMatchObject({ entry: 1_142n, exit: 1_355n, isOneEpoch: true })
    expect([result?.up.result, result?.down.result]).toEqual(['won', 'lost'])
    expect(joins).toHaveLength(4)
  })

  it.each([
    ['checkpoint', 'signed'],
    ['tile/0', 'frames'],
    ['tile/entries', 'frames'],
    ['records', 'frames'],
  ])('fails where a byte of %s differs', async (file, step) => {
    const { failed, prices, result } = await checkContract(openLog(file), 1, timing)
    expect(failed?.step).toBe(step)
    expect([prices, result]).toEqual([null, null])
  })

  it('begins only with slots that the log has', async () => {
    const late = { ...timing, exitSlot: firstSlot + slotCount }
    await expect(checkContract(openLog(), 1, late)).rejects.toThrow('late')
    await expect(checkPrice(openLog(), 1, firstSlot - 1)).rejects.toThrow('before-log')
    const empty = new TicksLog({ ticks: [vkey], events: [], acceptance: [] }, () => Promise.resolve(null))
    await expect(checkPrice(empty, 1, firstSlot)).rejects.toThrow('no-log')
  })
})

describe('the check of one price', () => {
  it('has the neighbours, and says of a slot that it has no frame', async () => {
    const { failed, slots } = await checkPrice(openLog(), 1, missing)
    expect(failed).toBeNull()
    expect(slots.map(({ slot }) => slot)).toEqual(Array.from({ length: 11 }, (_, index) => missing - 5 + index))
    expect(slots.flatMap(({ slot, record }) => (record === null ? [slot] : []))).toEqual([missing])
  })

  it('ends where the log ends', async () => {
    const { slots } = await checkPrice(openLog(), 1, firstSlot + slotCount - 1)
    expect(slots).toHaveLength(6)
  })
})
