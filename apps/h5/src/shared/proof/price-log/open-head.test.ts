import type { OutputOf, transparencyCheckpoints } from '@candor/api'
import { utf8Bytes, utf8Text } from '@candor/proof'
import { signedLog } from '@candor/proof/testing/signed-log'
import { describe, expect, it } from 'vitest'
import { openHead } from './open-head.ts'

type Checkpoints = OutputOf<typeof transparencyCheckpoints>

const signedMs = 100_000

/** A log of so many entries: its key, and its newest checkpoint. */
async function logOf(entries: readonly string[], seed: number) {
  const { listed, read } = await signedLog('ticks', entries.map(utf8Bytes), { seed })
  return { ...listed, note: utf8Text(await read(`/log/ticks/${listed.shard}/checkpoint`)) }
}

const log = await logOf(['one', 'two'], 7)
const other = await logOf(['one'], 8)

const shard = (checkpoint: string | null): Checkpoints => ({
  shards: [
    {
      log: 'ticks',
      shard: '2026h2',
      origin: 'candor.example/ticks/2026h2',
      vkey: log.vkey,
      firstSlot: 1,
      // What the server says, not what it signed.
      size: 99,
      checkpoint,
      signedMs: checkpoint === null ? null : signedMs,
    },
  ],
  acceptanceVkey: null,
  announced: [],
})

describe('the newest head of the log', () => {
  it('has the size that a trusted key has signed', async () => {
    expect(await openHead(shard(log.note), [log.vkey])).toEqual({ size: 2, signedMs, signature: 'passed' })
  })

  it('fails where another key has signed it, or a letter of it was changed', async () => {
    expect(await openHead(shard(other.note), [log.vkey])).toMatchObject({ signature: 'failed' })
    expect(await openHead(shard(log.note.replace('\n2\n', '\n3\n')), [log.vkey])).toMatchObject({ signature: 'failed' })
  })

  it('is of an unknown key where this device does not trust the one that the server names', async () => {
    expect(await openHead(shard(log.note), [other.vkey])).toMatchObject({ signature: 'unknown-key' })
    expect(await openHead(shard(log.note), [])).toMatchObject({ signature: 'unknown-key' })
  })

  it('is none before the first checkpoint', async () => {
    expect(await openHead(shard(null), [log.vkey])).toBeNull()
    expect(await openHead({ ...shard(null), shards: [] }, [log.vkey])).toBeNull()
  })
})
