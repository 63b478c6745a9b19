import { beforeAll, expect, test, vi } from 'vitest'
import { formatVerifierKey, signerKey } from '@candor/proof'
import type { SignerKey } from '@candor/proof'
import { keyEvent } from '@candor/proof/encoding'
import { handoverPath, vkeyOfShard } from '@candor/proof/receipt'
import type { KeyAnnouncement } from '@candor/proof/receipt'
import { inFolder, logFiles } from '@candor/proof/testing/signed-log'
import { followKeys } from './announced-keys.ts'

const host = 'log.test'
const shard = '2026h2'
const origin = `${host}/events/${shard}`
const fromMs = Date.UTC(2026, 9, 1)

interface Keys {
  readonly log: SignerKey
  readonly nextLog: SignerKey
  readonly acceptance: string
  readonly nextAcceptance: string
  readonly ticks: string
  readonly nextTicks: string
}
let keys: Keys

const keyNamed = (name: string, byte: number) =>
  signerKey({ name, type: 'ed25519', seed: new Uint8Array(32).fill(byte) })
const vkeyOf = ({ key }: SignerKey) => formatVerifierKey(key)
const vkeyNamed = async (name: string, byte: number) => vkeyOf(await keyNamed(name, byte))

beforeAll(async () => {
  keys = {
    log: await keyNamed(origin, 1),
    nextLog: await keyNamed(origin, 2),
    acceptance: await vkeyNamed(`${host}/acceptance`, 3),
    nextAcceptance: await vkeyNamed(`${host}/acceptance`, 4),
    ticks: await vkeyNamed(`${host}/ticks/${shard}`, 5),
    nextTicks: await vkeyNamed(`${host}/ticks/${shard}`, 6),
  }
})

interface KeyLists {
  readonly ticks?: readonly string[]
  readonly events?: readonly string[]
  readonly acceptance?: readonly string[]
}

const fileOf = ({
  ticks = [keys.ticks],
  events = [vkeyOf(keys.log)],
  acceptance = [keys.acceptance],
}: KeyLists = {}): string => JSON.stringify({ ticks, events, acceptance })

/** The files of a log of events that announces these keys, signed by a key. */
async function logOf(announced: readonly Pick<KeyAnnouncement, 'log' | 'vkey'>[], signer = keys.log, name = origin) {
  const entries = announced.map(({ log, vkey }) => keyEvent.encode({ signs: log, vkey, fromMs }))
  return inFolder(`events/${shard}`, await logFiles(signer, entries, name))
}

interface Case {
  readonly known?: string | null
  readonly shown?: string
  readonly log: ReadonlyMap<string, Uint8Array>
  readonly announced?: readonly KeyAnnouncement[]
}

const announcementOf = (vkey: string, change: Partial<KeyAnnouncement> = {}): KeyAnnouncement => ({
  log: 'acceptance',
  vkey,
  fromMs,
  shard,
  index: 0,
  ...change,
})

/** What becomes of the new key of acceptances, which the server shows and says to be announced. */
async function followed({
  known = fileOf(),
  shown = fileOf({ acceptance: [keys.acceptance, keys.nextAcceptance] }),
  log,
  announced = [announcementOf(keys.nextAcceptance)],
}: Case) {
  const found = await followKeys(
    { known, shown },
    { readAnnounced: () => Promise.resolve(announced), readLog: (path) => Promise.resolve(log.get(path) ?? null) },
  )
  if (found === null) throw new Error('the file of keys is none')
  return found
}

const newAcceptance = () => ({ log: 'acceptance' as const, vkey: keys.nextAcceptance })

/** The server's new key of acceptances is neither trusted nor remembered: the customer is asked. */
async function expectQuestion(asked: Case, other = keys.nextAcceptance) {
  const { trusted, changed, remembered } = await followed(asked)
  expect(trusted.acceptance).toEqual([keys.acceptance])
  expect(changed?.acceptance).toContain(other)
  expect(remembered).not.toContain(other)
}

test('a key that the log announces is trusted and remembered without a question', async () => {
  const { trusted, changed, remembered } = await followed({ log: await logOf([newAcceptance()]) })
  expect(trusted.acceptance).toEqual([keys.acceptance, keys.nextAcceptance])
  expect(changed).toBeNull()
  expect(JSON.parse(remembered)).toMatchObject({ acceptance: [keys.acceptance, keys.nextAcceptance] })
})

test('a new key of the log of prices is followed, too', async () => {
  const ticks = { log: 'ticks' as const, vkey: keys.nextTicks }
  const { trusted, changed } = await followed({
    shown: fileOf({ ticks: [keys.ticks, keys.nextTicks] }),
    log: await logOf([newAcceptance(), ticks]),
    announced: [announcementOf(keys.nextTicks, { log: 'ticks', index: 1 })],
  })
  expect(trusted.ticks).toEqual([keys.ticks, keys.nextTicks])
  expect(changed).toBeNull()
})

test('a key that is not announced stays a question beside one that is', async () => {
  const shown = fileOf({ ticks: [keys.nextTicks], acceptance: [keys.nextAcceptance] })
  const { trusted, changed } = await followed({ shown, log: await logOf([newAcceptance()]) })
  expect(trusted).toMatchObject({ ticks: [keys.ticks], acceptance: [keys.acceptance, keys.nextAcceptance] })
  expect(changed?.ticks).toEqual([keys.nextTicks])
})

test('a key without an announcement is a question', async () => {
  const log = await logOf([newAcceptance()])
  await expectQuestion({ log, announced: [] })
  await expectQuestion({ log, announced: [announcementOf(keys.nextTicks, { log: 'ticks' })] })
  await expectQuestion({ log: new Map() })
})

test('an announcement below a checkpoint by a key that is not remembered is a question', async () => {
  const log = await logOf([newAcceptance()], keys.nextLog)
  await expectQuestion({ log })
  const events = [vkeyOf(keys.log), vkeyOf(keys.nextLog)]
  await expectQuestion({ log, shown: fileOf({ events, acceptance: [keys.nextAcceptance] }) })
})

test('a new key of the log of events is followed below the last checkpoint of the key before', async () => {
  const nextLog = vkeyOf(keys.nextLog)
  const events = { log: 'events' as const, vkey: nextLog }
  const before = await logOf([events])
  const after = await logOf([events, newAcceptance()], keys.nextLog)
  const handover = before.get(`events/${shard}/checkpoint`) ?? new Uint8Array(0)
  const log = new Map([...after, [`events/${shard}/${handoverPath(0)}`, handover]])
  const shown = fileOf({ events: [vkeyOf(keys.log), nextLog], acceptance: [keys.acceptance, keys.nextAcceptance] })
  const announced = [announcementOf(keys.nextAcceptance, { index: 1 }), announcementOf(nextLog, { log: 'events' })]
  const { trusted, changed, remembered } = await followed({ shown, log, announced })
  expect(trusted.events).toEqual([vkeyOf(keys.log), nextLog])
  expect(trusted.acceptance).toEqual([keys.acceptance, keys.nextAcceptance])
  expect(changed).toBeNull()
  expect((await followed({ known: remembered, shown, log: after, announced: [] })).changed).toBeNull()
  // Without that checkpoint the new key speaks for itself alone.
  await expectQuestion({ log: after, shown, announced })
  const own = after.get(`events/${shard}/checkpoint`) ?? new Uint8Array(0)
  await expectQuestion({ log: new Map([...log, [`events/${shard}/${handoverPath(0)}`, own]]), shown, announced })
})

test('a new shard has the key of its log, which announces keys there as well', async () => {
  const name = `${host}/events/2027h1`
  const same = vkeyOfShard(vkeyOf(keys.log), name)
  const signer = await keyNamed(name, 1)
  const files = await logOf([newAcceptance()], signer, name)
  const log = new Map([...files].map(([path, file]) => [path.replace(shard, '2027h1'), file]))
  const shown = fileOf({ events: [vkeyOf(keys.log), same], acceptance: [keys.acceptance, keys.nextAcceptance] })
  const { trusted, changed } = await followed({
    shown,
    log,
    announced: [announcementOf(keys.nextAcceptance, { shard: '2027h1' })],
  })
  expect(trusted.events).toEqual([vkeyOf(keys.log), same])
  expect(trusted.acceptance).toContain(keys.nextAcceptance)
  expect(changed).toBeNull()
})

test('a new shard with another key than its log is a question, and announces no key', async () => {
  const name = `${host}/events/2027h1`
  const later = await keyNamed(name, 7)
  const log = new Map(
    [...(await logOf([newAcceptance()], later, name))].map(([path, file]) => [path.replace(shard, '2027h1'), file]),
  )
  const shown = fileOf({ events: [vkeyOf(keys.log), vkeyOf(later)], acceptance: [keys.nextAcceptance] })
  const announced = [announcementOf(keys.nextAcceptance, { shard: '2027h1' })]
  await expectQuestion({ log, shown, announced })
  expect((await followed({ log, shown, announced })).changed?.events).toContain(vkeyOf(later))
  const known = fileOf({ events: [vkeyOf(keys.log), vkeyOf(later)] })
  expect((await followed({ known, log, shown, announced })).changed).toBeNull()
})

test('an announcement that the log does not have at its place is a question', async () => {
  const log = await logOf([{ log: 'acceptance', vkey: keys.acceptance }, newAcceptance()])
  await expectQuestion({ log })
  await expectQuestion({ log, announced: [announcementOf(keys.nextAcceptance, { index: 2 })] })
  await expectQuestion({ log, announced: [announcementOf(keys.nextAcceptance, { index: 1, fromMs: fromMs + 1 })] })
  await expectQuestion({ log: await logOf([{ log: 'ticks', vkey: keys.nextAcceptance }]) })
  const forged = await logOf([newAcceptance()])
  const signed = await logOf([{ log: 'acceptance', vkey: keys.acceptance }])
  const checkpoint = `events/${shard}/checkpoint`
  await expectQuestion({ log: new Map([...forged, [checkpoint, signed.get(checkpoint) ?? new Uint8Array(0)]]) })
})

test('a log announces no key of another host', async () => {
  const stranger = await vkeyNamed('other.test/acceptance', 8)
  const log = await logOf([{ log: 'acceptance', vkey: stranger }])
  const announced = [announcementOf(stranger)]
  await expectQuestion({ log, announced, shown: fileOf({ acceptance: [stranger] }) }, stranger)
})

test('announcements are read only where a key is another one', async () => {
  const readAnnounced = vi.fn<() => Promise<readonly KeyAnnouncement[]>>()
  const sources = { readAnnounced, readLog: () => Promise.resolve(null) }
  for (const known of [null, fileOf()]) await followKeys({ known, shown: fileOf() }, sources)
  expect(await followKeys({ known: fileOf(), shown: '<html>' }, sources)).toBeNull()
  expect(readAnnounced).not.toHaveBeenCalled()
})
