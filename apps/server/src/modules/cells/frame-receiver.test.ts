import { generateKeyPairSync } from 'node:crypto'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { maxFrameMessageBytes, openFrame, sealFrame } from './frame-message.ts'
import { createFrameReceiver } from './frame-receiver.ts'

const keys = generateKeyPairSync('ed25519')
const strangers = generateKeyPairSync('ed25519')

const textOf = (slot: number, after: number | null, publishedMs = slot * 500) =>
  JSON.stringify({ slot, after, publishedMs, frame: { prices: [slot] } })
const messageOf = (slot: number, after: number | null = slot - 1, key = keys.privateKey) =>
  sealFrame(textOf(slot, after), key)

/** The first cell, with frames of slots, and another one that follows it, both as lists of slots. */
function openCells(committed: readonly number[]) {
  const first = [...committed]
  const cell = [first[0] ?? 0]
  const logged: object[] = []
  const clock = { nowMs: 0 }
  const counts = { fetched: 0, opened: 0 }
  const faults: { publish: Error | null } = { publish: null }
  const receiver = createFrameReceiver({
    open: (message) => {
      counts.opened += 1
      return openFrame(message, keys.publicKey)
    },
    publish: async ({ slot, after }) => {
      if (faults.publish !== null) throw faults.publish
      await Promise.resolve()
      if (after !== cell.at(-1)) return false
      cell.push(slot)
      return true
    },
    fetch: async () => {
      counts.fetched += 1
      await Promise.resolve()
      cell.push(...first.filter((slot) => slot > (cell.at(-1) ?? -1)))
    },
    nowMs: () => clock.nowMs,
    logger: pino({ level: 'error' }, { write: (line) => logged.push(JSON.parse(line) as object) }),
  })
  const commit = (slot: number) => {
    const message = messageOf(slot, first.at(-1) ?? null)
    first.push(slot)
    clock.nowMs = slot * 500
    return message
  }
  return { receiver, cell, first, logged, clock, counts, faults, commit }
}

test('publishes frames as they come, without asking the first cell', async () => {
  const { receiver, cell, counts, commit } = openCells([7])
  for (const slot of [8, 9, 12]) receiver.take(commit(slot))
  await receiver.stop()
  expect(cell).toEqual([7, 8, 9, 12])
  expect(counts.fetched).toBe(0)
})

test('takes a frame once, and none that is older', async () => {
  const { receiver, cell, counts, commit } = openCells([7])
  const [eight, nine] = [commit(8), commit(9)]
  for (const message of [eight, eight, nine, eight, nine]) receiver.take(message)
  await receiver.stop()
  expect(cell).toEqual([7, 8, 9])
  expect(counts.fetched).toBe(0)
})

test('fetches what was lost before a frame, in order, and goes on with messages', async () => {
  const { receiver, cell, counts, commit } = openCells([7])
  commit(8)
  receiver.take(commit(9))
  await expect.poll(() => cell).toEqual([7, 8, 9])
  receiver.take(commit(10))
  await receiver.stop()
  expect(cell).toEqual([7, 8, 9, 10])
  expect(counts.fetched).toBe(1)
})

test('puts frames that overtook one another in order', async () => {
  const { receiver, cell, commit } = openCells([7])
  const [eight, nine] = [commit(8), commit(9)]
  receiver.take(nine)
  receiver.take(eight)
  await receiver.stop()
  expect(cell).toEqual([7, 8, 9])
})

test('fetches a frame that could not be published, and logs it', async () => {
  const { receiver, cell, logged, faults, commit } = openCells([7])
  faults.publish = new Error('the connection was lost')
  receiver.take(commit(8))
  await receiver.stop()
  expect(cell).toEqual([7, 8])
  expect(logged).toMatchObject([{ slot: 8 }])
})

test('fetches in rounds, but for the time in which messages bring the frames', async () => {
  const { receiver, cell, first, clock, counts, commit } = openCells([7])
  await receiver.fetchMissing()
  receiver.take(commit(8))
  await receiver.fetchMissing()
  expect(counts.fetched).toBe(2)
  await receiver.fetchMissing()
  expect(counts.fetched).toBe(2)
  first.push(9)
  clock.nowMs = 8 * 500 + 750
  await receiver.fetchMissing()
  expect([cell, counts.fetched]).toEqual([[7, 8, 9], 3])
})

test('fetches also where somebody holds messages back, or repeats them', async () => {
  const { receiver, clock, counts, commit } = openCells([7])
  const late = commit(8)
  clock.nowMs += 1_000
  receiver.take(late)
  receiver.take(late)
  await receiver.fetchMissing()
  await receiver.fetchMissing()
  expect(counts.fetched).toBe(2)
})

test('drops what the first cell did not sign, and logs how often without filling the log', async () => {
  const { receiver, cell, logged, clock, counts } = openCells([7])
  const own = messageOf(8)
  const forged = [
    messageOf(8, 7, strangers.privateKey),
    new Uint8Array(),
    own.subarray(0, 64),
    own.subarray(0, -1),
    Buffer.concat([own, Buffer.from(' ')]),
    Buffer.from(own).fill('9', own.length - 4, own.length - 3),
    new Uint8Array(maxFrameMessageBytes + 1),
  ]
  for (const message of forged) receiver.take(message)
  clock.nowMs = 10_000
  receiver.take(new Uint8Array(3))
  await receiver.stop()
  expect([cell, counts.fetched]).toEqual([[7], 0])
  expect(logged).toMatchObject([
    { dropped: 1, bytes: forged[0]?.length },
    { dropped: forged.length, bytes: 3 },
  ])
})

test('keeps no more messages than a few while the database of the cell does not respond', async () => {
  const { receiver, cell, counts, commit } = openCells([7])
  for (let slot = 8; slot < 40; slot += 1) receiver.take(commit(slot))
  expect(counts.opened).toBe(4)
  await receiver.stop()
  expect(cell).toEqual([7, 8, 9, 10, 11])
})

test('reads a signed frame, and nothing that is signed but no frame', () => {
  expect(openFrame(messageOf(8), keys.publicKey)).toEqual({
    slot: 8,
    after: 7,
    publishedMs: 4_000,
    text: textOf(8, 7),
  })
  expect(openFrame(messageOf(0, null), keys.publicKey)).toMatchObject({ slot: 0, after: null })
  const wrong = ['', 'frame', '{}', textOf(-1, null), textOf(8.5, 7), textOf(8, 7).padEnd(maxFrameMessageBytes)]
  for (const text of wrong) expect(openFrame(sealFrame(text, keys.privateKey), keys.publicKey)).toBeNull()
})
