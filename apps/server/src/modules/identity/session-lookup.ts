import { groupedLookup } from '../../platform/grouped-lookup.ts'
import type { FoundSession } from './session-store.ts'

/** Makes the lookup of sessions by the hash of their token, in groups. A session is read after the call. */
export function createSessionLookup(
  findAll: (hashes: readonly Buffer[]) => Promise<readonly FoundSession[]>,
): (hash: Buffer) => Promise<FoundSession | null> {
  return groupedLookup(async (hashes: readonly Buffer[]) => {
    const found = await findAll(hashes)
    const byHash = new Map(found.map((session) => [session.tokenHash.toString('base64'), session]))
    return (hash) => byHash.get(hash.toString('base64')) ?? null
  })
}
