import { transparencyCheckpoints, transparencySeeds } from '@candor/api'
import type { OutputOf } from '@candor/api'
import { CallFailed } from '@candor/client'
import { equalBytes, findInEventsLog, fromHex, sha256 } from '@candor/proof'
import type { SignedShards } from '@candor/proof'
import { seedCommitmentEvent, seedRevealedEvent } from '@candor/proof/encoding'
import { call } from '../../shared/api/index.ts'
import { readLogFile } from '../../shared/log/index.ts'

type Seed = OutputOf<typeof transparencySeeds>['items'][number]

/**
 * What this browser found of a day: its commitment is in the log of events, or the seed, too, and fits it; the log does
 * not have it yet; or it has something else.
 */
export interface CheckedSeed {
  readonly day: number
  readonly commitment: string
  readonly state: 'committed' | 'revealed' | 'waiting' | 'wrong'
}

/** Looks the commitments and the revealed seeds up in the log of events. Throws CallFailed. */
export async function checkSeeds(): Promise<readonly CheckedSeed[]> {
  const [seeds, checkpoints] = await Promise.all([call(transparencySeeds, {}), call(transparencyCheckpoints, {})])
  if (!seeds.ok) throw new CallFailed(seeds)
  if (!checkpoints.ok) throw new CallFailed(checkpoints)
  const reading = { shards: checkpoints.value, read: readLogFile }
  return Promise.all(seeds.value.items.map((seed) => checkSeed(seed, reading)))
}

interface Reading {
  readonly shards: SignedShards
  readonly read: (path: string) => Promise<Uint8Array>
}

/** Checks one day. Throws what `read` throws. */
export async function checkSeed(
  { day, commitment, seed, committed, revealed }: Seed,
  { shards, read }: Reading,
): Promise<CheckedSeed> {
  const checked = { day, commitment }
  const seedHash = fromHex(commitment)
  const find = async (entry: Uint8Array, place: Seed['committed']) =>
    place === null ? 'beyond' : findInEventsLog({ entry, ...place }, shards, read)
  const promise = await find(seedCommitmentEvent.encode({ day, seedHash }), committed)
  if (promise !== 'present') return { ...checked, state: promise === 'beyond' ? 'waiting' : 'wrong' }
  if (seed === null) return { ...checked, state: 'committed' }
  const bytes = fromHex(seed)
  if (!equalBytes(sha256(bytes), seedHash)) return { ...checked, state: 'wrong' }
  const said = await find(seedRevealedEvent.encode({ day, seed: bytes }), revealed)
  return { ...checked, state: said === 'present' ? 'revealed' : said === 'beyond' ? 'committed' : 'wrong' }
}
