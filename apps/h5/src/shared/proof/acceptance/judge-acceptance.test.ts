import { beforeAll, expect, test } from 'vitest'
import { anOrder } from '../../testing/order-fixture.ts'
import {
  bundlePath,
  formatVerifierKey,
  noteSigner,
  serialiseBundle,
  signerKey,
  signNote,
  signWith,
} from '@candor/proof'
import type { SignerKey } from '@candor/proof'
import { batchEvent, itemLeafHash, placedItem } from '@candor/proof/encoding'
import type { BatchEvent } from '@candor/proof/encoding'
import { acceptanceOrigin, buildAcceptance, formatAcceptance } from '@candor/proof/receipt'
import type { Trusted } from '@candor/proof/receipt'
import { inFolder, logFiles } from '@candor/proof/testing/signed-log'
import { graceMs } from './acceptance-verdict.ts'
import { judgeAcceptance } from './judge-acceptance.ts'

const host = 'log.test'
const acceptedMs = Date.UTC(2026, 9, 1)
const promiseMs = acceptedMs + 10_000
const lateMs = promiseMs + graceMs + 1
const prefix = 'events/2026h2'
const order = anOrder({ id: '7', symbol: 'GOLD', acceptedAtMs: acceptedMs, entrySlot: 100, exitSlot: 220 })
const item = placedItem.encode({
  orderId: 7n,
  instrumentId: 1,
  symbol: 'GOLD',
  termsId: 3n,
  direction: 'up',
  asset: 'USD',
  stake: 100_000_000n,
  fee: 1_000_000n,
  profit: 85_000_000n,
  acceptedMs,
  entrySlot: 100,
  exitSlot: 220,
  entryWindowSlots: 10,
  exitWindowSlots: 10,
  priceDecimals: 1,
  tieRule: 'stake-and-fee-returned',
})
const salt = new Uint8Array(32).fill(4)
const batch: BatchEvent = {
  stripe: 5,
  seq: 30,
  atMs: acceptedMs,
  kind: 'contract-placed',
  entryCount: 2,
  itemCount: 1,
  itemsRoot: itemLeafHash(salt, item),
  batchHash: new Uint8Array(32),
}

let acceptanceKey: SignerKey
let logKey: SignerKey
let trusted: Trusted

beforeAll(async () => {
  acceptanceKey = await signerKey({ name: acceptanceOrigin(host), type: 'ed25519', seed: new Uint8Array(32).fill(1) })
  logKey = await signerKey({ name: `${host}/${prefix}`, type: 'ed25519', seed: new Uint8Array(32).fill(2) })
  const vkey = (key: SignerKey) => formatVerifierKey(key.key)
  trusted = { ticks: [], events: [vkey(logKey)], acceptance: [vkey(acceptanceKey)] }
})

async function acceptance(promisedMs = promiseMs): Promise<string> {
  const { stripe, seq, itemCount, itemsRoot } = batch
  const text = formatAcceptance({ host, stripe, seq, acceptedMs, itemCount, itemsRoot, promiseMs: promisedMs })
  const note = await signNote(text, [noteSigner(acceptanceKey.key, signWith(acceptanceKey))])
  return buildAcceptance({ acceptance: note, placed: { salt, item, index: 0, path: [] } })
}

/** The files of a log of events that has these batches. */
async function logOf(...batches: Partial<BatchEvent>[]): Promise<Map<string, Uint8Array>> {
  const entries = batches.map((change) => batchEvent.encode({ ...batch, ...change }))
  return inFolder(prefix, await logFiles(logKey, entries))
}

async function stateOf({
  text = null as string | null,
  shown = order,
  nowMs = lateMs,
  log = new Map<string, Uint8Array>(),
  trust = trusted,
}): Promise<string> {
  const readLog = (path: string) => Promise.resolve(log.get(path) ?? null)
  const verdict = await judgeAcceptance({
    order: shown,
    text: text ?? (await acceptance()),
    trusted: trust,
    nowMs,
    readLog,
  })
  return verdict.state
}

const before = { seq: 29 }
const after = { seq: 31 }
const elsewhere = { stripe: 6, seq: 900 }

test('is a promise until its time has come, and kept once the log has the batch', async () => {
  expect(await stateOf({ nowMs: acceptedMs })).toBe('promised')
  expect(await stateOf({ log: await logOf(before, {}, elsewhere, after) })).toBe('kept')
})

test('is late while the log lacks the batch, and broken once it has passed over it', async () => {
  expect(await stateOf({ log: await logOf(before, elsewhere) })).toBe('late')
  expect(await stateOf({ log: await logOf(elsewhere) })).toBe('late')
  expect(await stateOf({ log: await logOf(before, after) })).toBe('broken')
})

test('is broken when the log has another batch of its number', async () => {
  for (const other of [{ itemsRoot: new Uint8Array(32) }, { itemCount: 2 }, { atMs: acceptedMs + 1 }])
    expect(await stateOf({ log: await logOf(before, other) })).toBe('broken')
})

test('is not valid when it is of another order, damaged, or promises more than ten seconds', async () => {
  for (const change of [{ id: '8' }, { stake: '101' }, { direction: 'down' }, { exitSlot: 221 }] as const)
    expect(await stateOf({ shown: { ...order, ...change } })).toBe('invalid')
  expect(await stateOf({ text: (await acceptance()).replace('"index":0', '"index":1') })).toBe('invalid')
  expect(await stateOf({ text: await acceptance(promiseMs + 1), nowMs: acceptedMs })).toBe('invalid')
})

test('says nothing against a promise that this device cannot judge', async () => {
  expect(await stateOf({ trust: { ...trusted, acceptance: [] } })).toBe('unknown')
  expect(await stateOf({})).toBe('unknown')
  expect(await stateOf({ trust: { ...trusted, events: [] }, log: await logOf(before) })).toBe('unknown')
  const changed = await logOf(before, {})
  changed.set(`${prefix}/${bundlePath({ index: 0, width: 2 })}`, serialiseBundle([item, item]))
  expect(await stateOf({ log: changed })).toBe('unknown')
})
