import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  carryOut,
  cosigner,
  formatVerifierKey,
  Frontier,
  leafHash,
  maxProofHashes,
  noteSigner,
  parseLogProof,
  parsePolicy,
  planInclusion,
  serialiseLogProof,
  signCheckpoint,
  signerKey,
  signWith,
  toBase64,
  treeRoot,
  utf8Bytes,
  verifyLogProof,
} from './index.ts'
import type { LogProof } from './index.ts'
import { refusal, refusalOf } from './test-refusal.ts'
import { someCheckpoint } from './testing/example-checkpoint.ts'

/** The lines before the checkpoint in the example of tlog-proof@v1. Its extra data is not canonical base64. */
const exampleHead = `c2sp.org/tlog-proof@v1
index 73894
gSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ=
B95lDa8R83lS8n0eG+o0buTxRKQTYFi//1U8anccXmA=
EKNzoDWG8LGC0Yp9o+sv3qllpMP9uHQ9B20KNL+Q1zs=
RoopEkOdqkYqMB4MJXrbt/hMjOxsVn0IrWjpz1ZMMes=
AHCioX9nLjsrse6YhjRRmk1WUEirVOLLRoOQ6vfO5vk=

`
const hash = toBase64(leafHash(utf8Bytes('x')))
const leaves = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((entry) => leafHash(utf8Bytes(entry)))
const index = 4
const leaf = leaves[index] ?? new Uint8Array(32)

/** A log of seven entries with one witness, the proof of its fifth, and a policy that accepts it. */
async function logged(): Promise<{ readonly proof: LogProof; readonly policyText: string }> {
  const [log, witness] = await Promise.all([
    signerKey({ name: 'log.example', type: 'ed25519', seed: new Uint8Array(32).fill(1) }),
    signerKey({ name: 'witness.example', type: 'cosignature', seed: new Uint8Array(32).fill(2) }),
  ])
  const nodes = new Map<string, Uint8Array>()
  const frontier = new Frontier()
  for (const each of leaves) frontier.append(each, (node, value) => nodes.set(`${node.level}/${node.index}`, value))
  const size = leaves.length
  const checkpoint = await signCheckpoint({ origin: 'log.example', size, root: treeRoot(leaves), extensions: [] }, [
    noteSigner(log.key, signWith(log)),
    cosigner(witness.key, signWith(witness), 1_700_000_000),
  ])
  const proof = await carryOut(planInclusion({ index, size }), (wanted) =>
    wanted.map((node) => nodes.get(`${node.level}/${node.index}`) ?? new Uint8Array(32)),
  )
  const policyText = `log ${formatVerifierKey(log.key)}\nwitness w ${formatVerifierKey(witness.key)}\nquorum w\n`
  return { proof: { index, proof, checkpoint }, policyText }
}

describe('a proof of logging', () => {
  it('in the form of the specification is parsed', () => {
    const proof = parseLogProof(utf8Bytes(`${exampleHead}${someCheckpoint}`))
    expect([proof.index, proof.proof.length, proof.extra, proof.checkpoint]).toEqual([
      73_894,
      5,
      undefined,
      someCheckpoint,
    ])
    expect(serialiseLogProof(proof)).toBe(`${exampleHead}${someCheckpoint}`)
  })

  it('is read as it was written', () => {
    const hashes = fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: maxProofHashes })
    fc.assert(
      fc.property(fc.maxSafeNat(), hashes, fc.uint8Array({ maxLength: 50 }), (at, proof, extra) => {
        const logProof = { index: at, proof, checkpoint: someCheckpoint, ...(extra.length > 0 ? { extra } : {}) }
        expect(parseLogProof(serialiseLogProof(logProof))).toEqual(logProof)
      }),
    )
  })

  it.each([
    ['nothing', ''],
    ['another first line', `c2sp.org/tlog-proof@v2\nindex 0\n\n${someCheckpoint}`],
    ['no index', `c2sp.org/tlog-proof@v1\n\n${someCheckpoint}`],
    ['a hash in place of the index', `c2sp.org/tlog-proof@v1\n${hash}\n\n${someCheckpoint}`],
    ['an index with a zero in front', `c2sp.org/tlog-proof@v1\nindex 01\n\n${someCheckpoint}`],
    ['extra data after the index', `c2sp.org/tlog-proof@v1\nindex 0\nextra AAAA\n\n${someCheckpoint}`],
    ['extra data twice', `c2sp.org/tlog-proof@v1\nextra AAAA\nextra AAAA\nindex 0\n\n${someCheckpoint}`],
    ['empty extra data', `c2sp.org/tlog-proof@v1\nextra \nindex 0\n\n${someCheckpoint}`],
    ['extra data that is not canonical', `c2sp.org/tlog-proof@v1\nextra AB==\nindex 0\n\n${someCheckpoint}`],
    ['a short hash', `c2sp.org/tlog-proof@v1\nindex 0\nAAAA\n\n${someCheckpoint}`],
    ['no empty line', `c2sp.org/tlog-proof@v1\nindex 0\n${someCheckpoint.replace('\n\n', '\n')}`],
    ['no checkpoint', 'c2sp.org/tlog-proof@v1\nindex 0\n\n'],
    ['a checkpoint without signatures', 'c2sp.org/tlog-proof@v1\nindex 0\n\ntext\n'],
    ['a carriage return', `${exampleHead}${someCheckpoint}`.replaceAll('\n', '\r\n')],
  ])('is refused with %s', (_, text) => {
    expect(refusal(() => parseLogProof(text))).toBe('malformed')
  })

  it('has at most 63 hashes and 1,000,000 bytes', () => {
    const withHashes = (count: number, extra = '') =>
      `c2sp.org/tlog-proof@v1\n${extra}index 0\n${`${hash}\n`.repeat(count)}\n${someCheckpoint}`
    expect(parseLogProof(withHashes(63, 'extra AAAA\n')).proof).toHaveLength(63)
    expect(refusal(() => parseLogProof(withHashes(64)))).toBe('too-large')
    expect(refusal(() => parseLogProof(withHashes(65, 'extra AAAA\n')))).toBe('too-large')
    expect(refusal(() => parseLogProof('x'.repeat(1_000_001)))).toBe('too-large')
    const parsed = parseLogProof(withHashes(1))
    expect(refusal(() => serialiseLogProof({ ...parsed, extra: new Uint8Array(800_000) }))).toBe('too-large')
    expect(refusal(() => serialiseLogProof({ ...parsed, proof: Array.from({ length: 64 }, () => leaf) }))).toBe(
      'too-large',
    )
    expect(refusal(() => serialiseLogProof({ ...parsed, extra: new Uint8Array(0) }))).toBe('malformed')
    expect(refusal(() => serialiseLogProof({ ...parsed, index: -1 }))).toBe('out-of-range')
    expect(refusal(() => serialiseLogProof({ ...parsed, checkpoint: 'text' }))).toBe('malformed')
  })

  it('is verified without a connection', async () => {
    const { proof, policyText } = await logged()
    const verified = await verifyLogProof(serialiseLogProof(proof), {
      leafHash: leaf,
      policy: parsePolicy(policyText),
    })
    expect([verified.index, verified.checkpoint.size, verified.cosigned[0]?.timeSeconds]).toEqual([4, 7, 1_700_000_000])
  })

  it('is refused for another leaf, another index, another hash or another tree', async () => {
    const { proof, policyText } = await logged()
    const policy = parsePolicy(policyText)
    const outcome = (changed: Partial<LogProof>, leafHashed = leaf) =>
      refusalOf(verifyLogProof(serialiseLogProof({ ...proof, ...changed }), { leafHash: leafHashed, policy }))
    expect(await outcome({})).toBeNull()
    expect(await outcome({}, leaves[0])).toBe('wrong-proof')
    expect(await outcome({ index: 5 })).toBe('wrong-proof')
    expect(await outcome({ index: 7 })).toBe('out-of-range')
    expect(await outcome({ proof: proof.proof.slice(1) })).toBe('wrong-proof')
    expect(await outcome({ proof: proof.proof.toReversed() })).toBe('wrong-proof')
    expect(await outcome({ checkpoint: proof.checkpoint.replace('\n7\n', '\n8\n') })).toBe('wrong-signature')
    expect(await outcome({ checkpoint: someCheckpoint })).toBe('unknown-origin')
  })

  it('is refused without the cosignature that the policy asks for', async () => {
    const { proof, policyText } = await logged()
    const checkpoint = `${proof.checkpoint.trimEnd().split('\n').slice(0, -1).join('\n')}\n`
    const text = serialiseLogProof({ ...proof, checkpoint })
    expect(await refusalOf(verifyLogProof(text, { leafHash: leaf, policy: parsePolicy(policyText) }))).toBe('no-quorum')
    const lenient = parsePolicy(policyText.replace('quorum w', 'quorum none'))
    expect(await refusalOf(verifyLogProof(text, { leafHash: leaf, policy: lenient }))).toBeNull()
  })

  it('does not vouch for its extra data', async () => {
    const { proof, policyText } = await logged()
    const text = serialiseLogProof({ ...proof, extra: utf8Bytes('anything') })
    await verifyLogProof(text, { leafHash: leaf, policy: parsePolicy(policyText) })
  })
})
