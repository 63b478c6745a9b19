import { describe, expect, it } from 'vitest'
import { createSessionLookup } from './session-lookup.ts'
import type { FoundSession } from './session-store.ts'

const hashOf = (name: string) => Buffer.from(name)
const sessionOf = (name: string): FoundSession => ({
  tokenHash: hashOf(name),
  principal: { customerId: BigInt(name.length), sessionId: 1n, isEnabled: true, kycState: 'none' },
  lastUsedMs: 0,
})

/** A database that responds on command, and knows every token that does not start with a question mark. */
function heldDatabase() {
  const groups: string[][] = []
  const releases: ((fault?: Error) => void)[] = []
  const lookup = createSessionLookup((hashes) => {
    const names = hashes.map(String)
    groups.push(names)
    return new Promise((resolve, reject) => {
      releases.push((fault) => {
        // In a different order than requested, as a database may return rows.
        if (fault === undefined)
          resolve(
            names
              .filter((name) => !name.startsWith('?'))
              .toReversed()
              .map(sessionOf),
          )
        else reject(fault)
      })
    })
  })
  return { lookup, groups, release: (index: number, fault?: Error) => releases[index]?.(fault) }
}

describe('looking up tokens', () => {
  it('asks at once for the first, and together for those that came meanwhile', async () => {
    const { lookup, groups, release } = heldDatabase()
    const found = ['a', 'b', 'ccc', '?', 'dddd'].map((name) => lookup(hashOf(name)))
    expect(groups).toEqual([['a'], ['b']])
    release(0)
    release(1)
    await Promise.all(found.slice(0, 2))
    await Promise.resolve()
    expect(groups.slice(2)).toEqual([['ccc', '?', 'dddd']])
    release(2)
    expect((await Promise.all(found)).map((session) => session?.principal.customerId)).toEqual([
      1n,
      1n,
      3n,
      undefined,
      4n,
    ])
  })

  it('fails those of a failed group and goes on with the next', async () => {
    const { lookup, release } = heldDatabase()
    const first = lookup(hashOf('a'))
    const second = lookup(hashOf('bb'))
    const third = lookup(hashOf('ccc'))
    release(0, new Error('gone'))
    await expect(first).rejects.toThrow('gone')
    release(1)
    release(2)
    expect((await second)?.principal.customerId).toBe(2n)
    await new Promise(setImmediate)
    release(2)
    expect((await third)?.principal.customerId).toBe(3n)
  })
})
