import { expect, test } from 'vitest'
import { formatVerifierKey, signerKey } from '@candor/proof'
import { publishedKeyFile } from '../testing/published-receipt.ts'
import { joinKeys } from './trusted-keys.ts'

interface File {
  readonly ticks: readonly string[]
  readonly events: readonly string[]
  readonly acceptance: readonly string[]
  readonly policy: string
}

const file = JSON.parse(publishedKeyFile) as File
const [oldTicks = '', newTicks = ''] = file.ticks
const [acceptance = ''] = file.acceptance
const written = (change: Partial<File>) => JSON.stringify({ ...file, ...change })
const early = written({ ticks: [oldTicks], events: file.events.slice(0, 1) })

test('the first keys that are met are trusted and remembered', () => {
  const keys = joinKeys(null, publishedKeyFile)
  expect(keys).toMatchObject({ remembered: publishedKeyFile, changed: null, hasOtherPolicy: false })
  expect(keys?.trusted.acceptance).toEqual([acceptance])
})

test('a key of a new shard is added', () => {
  const keys = joinKeys(early, publishedKeyFile)
  expect(keys?.trusted.ticks).toEqual([oldTicks, newTicks])
  expect(keys?.changed).toBeNull()
  expect(joinKeys(null, keys?.remembered ?? '')?.trusted.ticks).toEqual([oldTicks, newTicks])
})

test('keys that the server no longer shows stay trusted', () => {
  expect(joinKeys(publishedKeyFile, early)?.trusted.ticks).toEqual([oldTicks, newTicks])
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
