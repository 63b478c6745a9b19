import { expect, test } from 'vitest'
import { formatVerifierKey, signerKey } from '@candor/proof'
import { vkeyOfShard } from '@candor/proof/receipt'
import { publishedKeyFile } from '../testing/published-receipt.ts'
import { joinKeys } from './trusted-keys.ts'

interface File {
  readonly ticks: readonly string[]
  readonly events: readonly string[]
  readonly acceptance: readonly string[]
  readonly policy: string
}

const file = JSON.parse(publishedKeyFile) as File
const [oldTicks = '', otherTicks = ''] = file.ticks
const newTicks = vkeyOfShard(oldTicks, 'candor.example/ticks/2026h2')
const [acceptance = ''] = file.acceptance
const written = (change: Partial<File>) => JSON.stringify({ ...file, ...change })
const [oldEvents = ''] = file.events
const early = written({ ticks: [oldTicks], events: [oldEvents] })

test('the first keys that are met are trusted and remembered', () => {
  const keys = joinKeys(null, publishedKeyFile)
  expect(keys).toMatchObject({ remembered: publishedKeyFile, changed: null, hasOtherPolicy: false })
  expect(keys?.trusted.acceptance).toEqual([acceptance])
})

test('the key of a log is added under the name of a new shard', () => {
  const keys = joinKeys(early, written({ ticks: [oldTicks, newTicks], events: [oldEvents] }))
  expect(keys?.trusted.ticks).toEqual([oldTicks, newTicks])
  expect(keys?.changed).toBeNull()
  expect(joinKeys(null, keys?.remembered ?? '')?.trusted.ticks).toEqual([oldTicks, newTicks])
})

test('another key of a new shard is not taken over unless it was announced', () => {
  const shown = written({ ticks: [oldTicks, otherTicks], events: [oldEvents] })
  const keys = joinKeys(early, shown)
  expect(keys?.trusted.ticks).toEqual([oldTicks])
  expect(keys?.changed?.ticks).toContain(otherTicks)
  expect(keys?.remembered).not.toContain(otherTicks)
  const announced = joinKeys(early, shown, [{ log: 'ticks', vkey: otherTicks }])
  expect(announced?.trusted.ticks).toEqual([oldTicks, otherTicks])
  expect(joinKeys(early, shown, [{ log: 'events', vkey: otherTicks }])?.trusted.ticks).toEqual([oldTicks])
})

test('keys that the server no longer shows stay trusted', () => {
  expect(joinKeys(publishedKeyFile, early)?.trusted.ticks).toEqual([oldTicks, otherTicks])
})

test.each(['candor.example/acceptance', 'other.example/acceptance'])(
  'another key named %s is not taken over',
  async (name) => {
    const { key } = await signerKey({ name, type: 'ed25519', seed: new Uint8Array(32).fill(7) })
    const vkey = formatVerifierKey(key)
    const keys = joinKeys(publishedKeyFile, written({ acceptance: [vkey] }))
    expect(keys?.trusted.acceptance).toEqual([acceptance])
    expect(keys?.changed?.acceptance).toEqual([vkey])
    expect(keys?.remembered).not.toContain(vkey)
  },
)

test('another list of witnesses is reported, and the first one stays remembered', () => {
  const keys = joinKeys(publishedKeyFile, written({ policy: 'quorum none\n' }))
  expect(keys?.hasOtherPolicy).toBe(true)
  expect(keys?.trusted.policy?.witnesses).toEqual([])
  expect(JSON.parse(keys?.remembered ?? '')).toMatchObject({ policy: file.policy })
})

test('a text that is no file of keys is refused', () => {
  for (const text of ['', 'null', '<html>', '{"ticks":["x"],"events":[],"acceptance":[]}'])
    expect(joinKeys(null, text)).toBeNull()
})
