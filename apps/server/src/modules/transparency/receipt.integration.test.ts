import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  carryOut,
  formatVerifierKey,
  hashesFromTiles,
  leafHash,
  noteSigner,
  signerKey,
  signNote,
  signWith,
  tilePath,
} from '@candor/proof'
import type { Checkpoint, LeafRange, ReadHashes } from '@candor/proof'
import { decodeEvent, decodeTickEntry, frameRecord, itemLeafHash, itemSalt, placedItem } from '@candor/proof/encoding'
import type { BatchEvent, PlacedItem } from '@candor/proof/encoding'
import {
  acceptanceOrigin,
  buildReceipt,
  decidingSlots,
  formatAcceptance,
  leafRanges,
  planLeafSet,
  provenSlots,
  verifyReceipt,
} from '@candor/proof/receipt'
import type { ContractParts, FramePart, LoggedPart } from '@candor/proof/receipt'
import { beforeEach, expect, test } from 'vitest'
import type { LedgerWorld } from '../ledger/testing/ledger-world.ts'
import { readBatchItems } from './batch-items.ts'
import { nameOf } from './batch-store.ts'
import { readSecrets } from './events-store.ts'
import { readGuards } from './guard-store.ts'
import { LogReader } from './testing/log-reader.ts'
import type { LogWorld } from './testing/log-world.ts'
import { openOwnLogAndLedger } from './testing/own-log.ts'

// What SQL has decided and the sealers have signed is what a receipt proves.

const host = 'log.test'
let world: LogWorld
let ledger: LedgerWorld

beforeEach(async () => {
  ;({ world, ledger } = await openOwnLogAndLedger())
})

/** A sealed log as its files have it, with its key and a source of hashes. */
interface Sealed {
  readonly vkey: string
  readonly note: string
  readonly checkpoint: Checkpoint
  readonly entries: readonly Uint8Array[]
  readonly reader: LogReader
  readonly read: ReadHashes
}

async function sealed(name: 'ticks' | 'events'): Promise<Sealed> {
  const log = name === 'ticks' ? world.ticksLog() : world.eventsLog()
  await world.seal(log)
  expect(log.stoppedBy).toBeNull()
  const [guard] = await readGuards(world.pool, name)
  if (guard === undefined) throw new Error('there is no shard')
  const folder = join(world.folder, name, '2026h1')
  const reader = new LogReader(folder, guard.vkey)
  const checkpoint = await reader.checkpoint()
  const read = hashesFromTiles(checkpoint, async (tile) =>
    Uint8Array.from(await readFile(join(folder, tilePath(tile)))),
  )
  const note = await readFile(join(folder, 'checkpoint'), 'utf8')
  return { vkey: guard.vkey, note, checkpoint, entries: await reader.entries(checkpoint), reader, read }
}

function proofOf({ checkpoint: { size }, read }: Sealed, ranges: readonly LeafRange[]): Promise<Uint8Array[]> {
  return carryOut(planLeafSet({ size, ranges }), read)
}

/** The only item of the only batch of a kind. */
async function loggedItem({ entries }: Sealed, kind: string): Promise<LoggedPart & { readonly event: BatchEvent }> {
  const events = entries.map(decodeEvent)
  const leaf = events.findIndex((each) => each.name === 'batch' && each.event.kind === kind)
  const [event, batch] = [events[leaf], entries[leaf]]
  if (event?.name !== 'batch' || batch === undefined) throw new Error('the batch is not in the log')
  const [item, ...more] = (await readBatchItems(world.pool, [event.event])).get(nameOf(event.event)) ?? []
  if (item === undefined || more.length > 0) throw new Error('the batch does not have one item')
  const customerSecret = (await readSecrets(world.pool, [item.customerId])).get(item.customerId)
  if (customerSecret === undefined) throw new Error('the customer has no secret')
  const salt = itemSalt({ customerSecret, type: item.type, id: item.id, version: item.version })
  expect(itemLeafHash(salt, item.bytes)).toEqual(event.event.itemsRoot)
  return { salt, item: item.bytes, index: 0, path: [], batch, leaf, event: event.event }
}

/** The frames that decide an order by averages, with the proof of their slots. */
async function ticksOf(log: Sealed, order: PlacedItem): Promise<Pick<ContractParts, 'ticks' | 'frames'>> {
  const deciding = decidingSlots(order)
  if (deciding.rule !== 'averages') throw new Error('single frames decide the order')
  const frames = log.entries.map(decodeTickEntry)
  const firstSlot = frames[0]?.slot ?? 0
  const records = await log.reader.records(log.checkpoint)
  const newest = deciding.borders.map((border) =>
    frames.findLastIndex(({ kind, slot }) => kind === 'frame' && slot <= border),
  )
  const leaves = [...new Set(newest)]
  const parts = leaves.map((leaf): FramePart => {
    const [own = new Uint8Array(0), ...others] = records[leaf] ?? []
    // Two instruments: the path is the other one's record.
    return { entry: log.entries[leaf] ?? new Uint8Array(0), record: own, path: others.map(leafHash) }
  })
  const states = parts.map(({ record }, at) => ({
    slot: frames[leaves[at] ?? 0]?.slot ?? 0,
    isOpen: frameRecord.decode(record).state === 'open',
  }))
  const [ranges = []] = leafRanges([{ firstSlot }], provenSlots(order, states))
  return { ticks: [{ checkpoint: log.note, firstSlot, proof: await proofOf(log, ranges) }], frames: parts }
}

async function signedAcceptance({ stripe, seq, atMs, itemCount, itemsRoot }: BatchEvent) {
  const name = acceptanceOrigin(host)
  const signer = await signerKey({ name, type: 'ed25519', seed: new Uint8Array(32).fill(9) })
  const text = formatAcceptance({
    host,
    stripe,
    seq,
    acceptedMs: atMs,
    itemCount,
    itemsRoot,
    promiseMs: atMs + 10_000,
  })
  return {
    note: await signNote(text, [noteSigner(signer.key, signWith(signer))]),
    vkey: formatVerifierKey(signer.key),
  }
}

test.each<[result: string, missing: string, isMissing: (slot: number) => boolean, isClosed: boolean]>([
  ['won', '0', () => false, false],
  // The border before the exit window, and slots of it, are missing.
  ['won', '5', (slot) => slot >= 100_048 && slot <= 100_053, false],
  ['void', '0', () => false, true],
])(
  'the receipt of an order that SQL has settled as %s passes, with %s slots missing',
  async (result, missing, ...plan) => {
    const [isMissing, isClosed] = plan
    const customerId = await ledger.openNextCustomer()
    const windows = { entryWindowSlots: 10, exitWindowSlots: 10 }
    const termsId = await ledger.offer({ instrumentId: 1, durationSlots: 60, ...windows })
    await ledger.publish()
    const [placement] = await ledger.place([{ customerId, requestId: randomUUID(), stakeUnits: 10_000_000n, termsId }])
    expect(placement?.outcome).toBe('accepted')
    for (let slot = ledger.slot; slot <= 100_080; slot += 1) {
      const price = BigInt(slot - 99_000)
      if (isMissing(slot)) await ledger.moveTo(slot + 1)
      else await ledger.publish({ 1: { price, state: isClosed && slot > 100_040 ? 0 : 1 } })
    }
    await ledger.settleAll()
    const [ticks, events] = [await sealed('ticks'), await sealed('events')]
    const placed = await loggedItem(events, 'contract-placed')
    const settled = await loggedItem(events, 'contract-settled')
    const { note, vkey } = await signedAcceptance(placed.event)
    const ranges = [placed.leaf, settled.leaf].map((start) => ({ start, end: start + 1 }))
    const joined = settled.leaf === placed.leaf + 1 ? [{ start: placed.leaf, end: settled.leaf + 1 }] : ranges
    const text = buildReceipt({
      kind: 'contract',
      acceptance: note,
      placed,
      settled,
      events: [{ checkpoint: events.note, proof: await proofOf(events, joined) }],
      ...(await ticksOf(ticks, placedItem.decode(placed.item))),
    })
    const terms = events.entries.map(decodeEvent).flatMap((each) => (each.name === 'terms' ? [each.event] : []))
    const trusted = { ticks: [ticks.vkey], events: [events.vkey], acceptance: [vkey], terms }
    const { verdict, steps } = await verifyReceipt(text, trusted)
    expect(steps.filter(({ state }) => state !== 'passed')).toMatchObject([{ name: 'witnesses', state: 'absent' }])
    expect(verdict).toBe('passed')
    const evidenceOf = (step: string) => steps.find(({ name }) => name === step)?.evidence
    expect(evidenceOf('result')?.['result']).toBe(result)
    expect(evidenceOf('frames-in-log')?.['missing']).toBe(missing)
  },
)
