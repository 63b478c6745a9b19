import type { OutputOf, transparencyCheckpoints } from '@candor/api'
import { openLogCheckpoint, ProofError } from '@candor/proof'
import type { LogHead } from './price-log-model.ts'

type Checkpoints = OutputOf<typeof transparencyCheckpoints>

/**
 * The newest head of the log of prices, whose signature is verified here by the keys that this device trusts. Null
 * before the first. The size is the one that is signed.
 */
export async function openHead({ shards }: Checkpoints, trusted: readonly string[]): Promise<LogHead | null> {
  const shard = shards.findLast(({ log, checkpoint }) => log === 'ticks' && checkpoint !== null)
  if (shard === undefined || shard.checkpoint === null || shard.signedMs === null) return null
  const { vkey, checkpoint, size, signedMs } = shard
  if (!trusted.includes(vkey)) return { size, signedMs, signature: 'unknown-key' }
  try {
    return { size: (await openLogCheckpoint(checkpoint, vkey)).size, signedMs, signature: 'passed' }
  } catch (error) {
    if (error instanceof ProofError) return { size, signedMs, signature: 'failed' }
    throw error
  }
}
