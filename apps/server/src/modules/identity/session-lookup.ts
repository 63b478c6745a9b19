import { groupedLookup } from '../../platform/grouped-lookup.ts'
import type { FoundSession } from './session-store.ts'

/** Looks sessions up by the hash of their token, in groups. */
export class SessionLookup {
  /** Returns the session of a token's hash, read after the call, or null. */
  readonly find: (hash: Buffer) => Promise<FoundSession | null>

  constructor(findAll: (hashes: readonly Buffer[]) => Promise<readonly FoundSession[]>) {
    this.find = groupedLookup(async (hashes: readonly Buffer[]) => {
      const found = await findAll(hashes)
      const byHash = new Map(found.map((session) => [session.tokenHash.toString('base64'), session]))
      return (hash) => byHash.get(hash.toString('base64')) ?? null
    })
  }
}
