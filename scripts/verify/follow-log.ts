import { transparencyCheckpoints } from '@candor/api'
import { ProofError, utf8Text } from '@candor/proof'
import { parseTrustedFile, vkeyOfShard } from '@candor/proof/receipt'
import type { Trusted } from '@candor/proof/receipt'
import * as z from 'zod/mini'
import { openServer } from '../audit/http-source.ts'
import { followFrom } from '../audit/known-keys.ts'
import { SourceError } from '../audit/log-source.ts'
import type { LogSource } from '../audit/log-source.ts'
import { UnreadableFile } from './trusted-keys.ts'

/** Trusted keys, with those to which a log leads from them. */
interface FollowedKeys {
  readonly trusted: Trusted
  /** The keys that the log announces, and those that it shows without an announcement under a trusted key. */
  readonly announced: readonly string[]
  readonly refused: readonly string[]
}

/** Says which keys the log of a server adds to the trusted ones, and which it shows in vain. Throws UnreadableFile. */
export async function followServer(trust: Trusted, url: string, print: (line: string) => void): Promise<Trusted> {
  try {
    const { trusted, announced, refused } = await followLog(trust, openServer(url))
    for (const vkey of announced) print(`Followed to a key that the log announces: ${vkey}`)
    for (const vkey of refused) print(`NOT TRUSTED, as no trusted key leads to it: ${vkey}`)
    return trusted
  } catch (error) {
    if (error instanceof SourceError) throw new UnreadableFile(error.message)
    throw error
  }
}

/** The keys that a server serves now. Throws UnreadableFile. */
export async function trustServer(url: string): Promise<Trusted> {
  try {
    return parseTrustedFile(utf8Text(await openServer(url).trustedKeys()))
  } catch (error) {
    if (error instanceof SourceError) throw new UnreadableFile(error.message)
    if (error instanceof ProofError) throw new UnreadableFile(`${url} serves no file of trusted keys: ${error.message}`)
    throw error
  }
}

const listed = z.pick(transparencyCheckpoints.output, { shards: true, announced: true })

/** Adds the keys that the log of a server announces, followed from the trusted ones. Throws SourceError. */
export async function followLog(trusted: Trusted, source: LogSource): Promise<FollowedKeys> {
  const { success, data } = z.safeParse(listed, await source.call(transparencyCheckpoints.path))
  if (!success) throw new SourceError(`${source.name} lists its keys in another form than the API's.`)
  const followed = await followFrom(trusted.events, data.announced, source)
  // The first key of acceptances is announced, too, and may be trusted already.
  const vkeysOf = (log: 'ticks' | 'events' | 'acceptance') => [
    ...new Set([...trusted[log], ...followed.flatMap((one) => (one.log === log ? [one.vkey] : []))]),
  ]
  const inShards = (log: 'ticks' | 'events') => {
    const vkeys = vkeysOf(log)
    const origins = data.shards.flatMap((shard) => (shard.log === log ? [shard.origin] : []))
    const ofShards = origins.flatMap((origin) =>
      vkeys.filter((vkey) => hostOf(vkey) === hostOf(origin)).map((vkey) => vkeyOfShard(vkey, origin)),
    )
    return [...new Set([...vkeys, ...ofShards])]
  }
  const all = { ticks: inShards('ticks'), events: inShards('events'), acceptance: vkeysOf('acceptance') }
  const known = [...all.ticks, ...all.events, ...all.acceptance]
  const shown = new Set([...data.shards, ...data.announced].map(({ vkey }) => vkey))
  return {
    trusted: { ...trusted, ...all },
    announced: followed.flatMap(({ log, vkey }) => (trusted[log].includes(vkey) ? [] : [vkey])),
    refused: [...shown].filter((vkey) => !known.includes(vkey)),
  }
}

const hostOf = (name: string) => name.slice(0, name.indexOf('/'))
