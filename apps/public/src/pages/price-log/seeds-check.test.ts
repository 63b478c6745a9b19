// @vitest-environment happy-dom
import { sha256, toHex } from '@candor/proof'
import { seedCommitmentEvent, seedRevealedEvent } from '@candor/proof/encoding'
import { signedLog } from '@candor/proof/testing/signed-log'
import { expect, test } from 'vitest'
import { checkSeed } from './seeds-check.ts'

const day = 20_000
const seed = new Uint8Array(32).fill(5)
const commitment = toHex(sha256(seed))
const at = (index: number) => ({ shard: '2026h2', index })
const hidden = { day, commitment, seed: null, committed: at(0), revealed: null }
const shown = { ...hidden, seed: toHex(seed), revealed: at(1) }

async function stateOf(claimed: Parameters<typeof checkSeed>[0]) {
  const { listed, read } = await signedLog('events', [
    seedCommitmentEvent.encode({ day, seedHash: sha256(seed) }),
    seedRevealedEvent.encode({ day, seed }),
  ])
  return (await checkSeed(claimed, { shards: { shards: [listed] }, read })).state
}

test('a commitment is one where the log of events has it, and so is the seed that fits it', async () => {
  expect(await stateOf(hidden)).toBe('committed')
  expect(await stateOf(shown)).toBe('revealed')
})

test('a commitment that no checkpoint has yet waits, and a seed is not shown before the log has it', async () => {
  expect(await stateOf({ ...hidden, committed: null })).toBe('waiting')
  expect(await stateOf({ ...hidden, committed: at(9) })).toBe('waiting')
  expect(await stateOf({ ...shown, revealed: null })).toBe('committed')
})

test('another day, commitment, seed or place than the log has is wrong', async () => {
  const other = toHex(new Uint8Array(32).fill(6))
  const claims = [
    { ...hidden, day: day + 1 },
    { ...hidden, commitment: other },
    { ...shown, seed: other },
    { ...shown, committed: at(1) },
    { ...shown, revealed: at(0) },
  ]
  for (const claim of claims) expect(await stateOf(claim)).toBe('wrong')
})
