import { describe, expect, it } from 'vitest'
import { leafHash } from './hash.ts'
import { findEntry, openLogCheckpoint, verifyExtension } from './log-reader.ts'
import { refusalOf } from './test-refusal.ts'
import { MemoryTree } from './testing/memory-tree.ts'
import { syntheticCheckpoint, syntheticVkey } from './testing/synthetic-keys.ts'
import { hashOfTile, serialiseTile } from './tiles.ts'
import type { Tile } from './tiles.ts'

const origin = 'candor.example/events/2026h2'
const entryOf = (index: number) => Uint8Array.of(index >> 8, index & 255)
const size = 700
const leaves = Array.from({ length: size }, (_, index) => leafHash(entryOf(index)))
const tree = new MemoryTree(leaves)
const head = (count = size) => ({ size: count, root: tree.root(count) })

/** The tiles of a log with these leaves. */
function tilesOf(hashes: readonly Uint8Array[]) {
  const upper = Array.from({ length: Math.floor(hashes.length / 256) }, (_, index) =>
    hashOfTile(hashes.slice(index * 256, (index + 1) * 256)),
  )
  return ({ level, index, width }: Tile) =>
    serialiseTile((level === 0 ? hashes : upper).slice(index * 256, index * 256 + width))
}

const changedLeaves = leaves.with(300, leafHash(entryOf(9_999)))

describe('an entry', () => {
  it('is found at its index alone', async () => {
    for (const index of [0, 255, 256, 511, 512, 699])
      expect(await findEntry(head(), { index, entry: entryOf(index) }, tilesOf(leaves))).toBe('present')
    expect(await findEntry(head(), { index: 300, entry: entryOf(301) }, tilesOf(leaves))).toBe('other')
    expect(await findEntry(head(), { index: 700, entry: entryOf(700) }, tilesOf(leaves))).toBe('beyond')
  })

  it('is not looked for in tiles that the root does not contain', async () => {
    const find = findEntry(head(), { index: 300, entry: entryOf(9_999) }, tilesOf(changedLeaves))
    expect(await refusalOf(find)).toBe('wrong-data')
  })
})

describe('a log', () => {
  it('extends each older state of itself, and no other', async () => {
    for (const older of [1, 255, 256, 300, 512, 699, 700]) await verifyExtension(head(older), head(), tilesOf(leaves))
    const forked = new MemoryTree(changedLeaves)
    const fork = { size, root: forked.root() }
    await verifyExtension(head(300), fork, tilesOf(changedLeaves))
    expect(await refusalOf(verifyExtension(head(301), fork, tilesOf(changedLeaves)))).toBe('wrong-proof')
    expect(await refusalOf(verifyExtension(head(), head(500), tilesOf(leaves)))).toBe('out-of-range')
  })

  it('signs checkpoints with the key of its origin', async () => {
    const note = await syntheticCheckpoint({ origin, tree })
    const vkey = await syntheticVkey(origin)
    expect(await openLogCheckpoint(note, vkey)).toMatchObject({ origin, size })
    expect(await refusalOf(openLogCheckpoint(note, await syntheticVkey('other.example/x')))).toBe('not-signed')
    const altered = note.replace(`\n${size}\n`, `\n${size + 1}\n`)
    expect(await refusalOf(openLogCheckpoint(altered, vkey))).toBe('wrong-signature')
  })
})
