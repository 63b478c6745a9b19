import { leafHash, treeRoot, verifyInclusion } from '@candor/proof'
import { expect, test } from 'vitest'
import { smallTree } from './sealed-batch.ts'

test('a small tree of any size has the root and the paths of RFC 6962', () => {
  for (let size = 0; size <= 70; size += 1) {
    const hashes = Array.from({ length: size }, (_, index) => leafHash(Uint8Array.of(size, index)))
    const { root, path } = smallTree(hashes)
    expect(root).toEqual(treeRoot(hashes))
    // Throws where a path does not lead to the root.
    for (const [index, hash] of hashes.entries())
      verifyInclusion({ root, index, size, leafHash: hash, proof: path(index) })
  }
})
