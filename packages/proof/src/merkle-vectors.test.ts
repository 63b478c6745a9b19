import { describe, expect, it } from 'vitest'
import {
  fromBase64,
  ProofError,
  verifyConsistency,
  verifyInclusion,
  verifySubtreeConsistency,
  verifySubtreeInclusion,
} from './index.ts'
import { hasVectors, readVectors, vectorFiles } from './test-vectors.ts'

interface Case {
  readonly proof: readonly string[] | null
  readonly wantErr: boolean
}

interface InclusionCase extends Case {
  readonly leafIdx: number
  readonly treeSize: number
  readonly root: string | null
  readonly leafHash: string | null
}

interface ConsistencyCase extends Case {
  readonly size1: number
  readonly size2: number
  readonly root1: string | null
  readonly root2: string | null
}

interface SubtreeInclusionCase extends Omit<InclusionCase, 'treeSize'> {
  readonly start: number
  readonly end: number
}

interface SubtreeConsistencyCase extends Omit<ConsistencyCase, 'size1' | 'size2'> {
  readonly start: number
  readonly end: number
  readonly size: number
}

const bytes = (text: string | null) => fromBase64(text ?? '')
const hashes = (texts: readonly string[] | null) => (texts ?? []).map(fromBase64)

/** Whether the verifier throws its declared error. Any other error fails the test. */
function isRefused(verify: () => void): boolean {
  try {
    verify()
    return false
  } catch (error) {
    if (error instanceof ProofError) return true
    throw error
  }
}

/** The known answers of transparency-dev/merkle, by their folder. */
function verifies<Content extends Case>(folder: string, count: number, verify: (content: Content) => void): void {
  describe.skipIf(!hasVectors)(`known answers for ${folder}`, () => {
    const files = hasVectors ? vectorFiles('merkle', 'testdata', folder) : []

    it(`are ${count}`, () => {
      expect(files).toHaveLength(count)
    })

    it.each(files)('%s', (file) => {
      const content = readVectors<Content>('merkle', 'testdata', folder, file)
      expect(isRefused(() => verify(content))).toBe(content.wantErr)
    })
  })
}

verifies<InclusionCase>('inclusion', 98, ({ leafIdx, treeSize, root, leafHash, proof }) =>
  verifyInclusion({
    index: leafIdx,
    size: treeSize,
    root: bytes(root),
    leafHash: bytes(leafHash),
    proof: hashes(proof),
  }),
)

verifies<ConsistencyCase>('consistency', 98, ({ size1, size2, root1, root2, proof }) =>
  verifyConsistency({
    oldSize: size1,
    newSize: size2,
    oldRoot: bytes(root1),
    newRoot: bytes(root2),
    proof: hashes(proof),
  }),
)

verifies<SubtreeInclusionCase>('subtreeinclusion', 204, ({ leafIdx, start, end, root, leafHash, proof }) =>
  verifySubtreeInclusion({
    index: leafIdx,
    range: { start, end },
    root: bytes(root),
    leafHash: bytes(leafHash),
    proof: hashes(proof),
  }),
)

verifies<SubtreeConsistencyCase>('subtreeconsistency', 118, ({ start, end, size, root1, root2, proof }) =>
  verifySubtreeConsistency({
    range: { start, end },
    size,
    subtreeRoot: bytes(root1),
    root: bytes(root2),
    proof: hashes(proof),
  }),
)
