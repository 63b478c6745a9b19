import { describe, expect, it } from 'vitest'
import { fromHex, utf8Bytes, verifyEd25519, verifyMldsa44 } from './index.ts'
import type { SignedMessage } from './index.ts'
import { verifyStrictly } from './ed25519.ts'
import { verifyOnPlatform as verifyInNode } from './node/ed25519.ts'
import { hasVectors, readVectors } from './test-vectors.ts'
import { verifyOnPlatform as verifyByWebCrypto } from './web/ed25519.ts'

interface EdgeCase {
  readonly number: number
  readonly key: string
  readonly sig: string
  readonly msg: string
  readonly flags: readonly string[] | null
}

interface Wycheproof<Group> {
  readonly testGroups: readonly (Group & { readonly tests: readonly WycheproofCase[] })[]
}

interface WycheproofCase {
  readonly tcId: number
  readonly comment: string
  readonly msg: string
  readonly sig: string
  readonly ctx?: string
  readonly result: 'valid' | 'invalid'
}

const edgeCases = hasVectors ? readVectors<EdgeCase[]>('ed25519', 'cctv.json') : []
const wycheproof = hasVectors
  ? readVectors<Wycheproof<{ publicKey: { pk: string } }>>('ed25519', 'wycheproof.json').testGroups.flatMap(
      ({ publicKey, tests }) => tests.map((known) => ({ ...known, key: publicKey.pk })),
    )
  : []
const mldsa = hasVectors
  ? readVectors<Wycheproof<{ publicKey: string }>>('mldsa', 'wycheproof-44-verify.json').testGroups.flatMap(
      ({ publicKey, tests }) => tests.map((known) => ({ ...known, key: publicKey })),
    )
  : []

const signedOf = ({ key, msg, sig }: { key: string; msg: string; sig: string }): SignedMessage => ({
  publicKey: fromHex(key),
  message: fromHex(msg),
  signature: fromHex(sig),
})
const edgeOf = ({ key, msg, sig }: EdgeCase): SignedMessage => ({
  publicKey: fromHex(key),
  message: utf8Bytes(msg),
  signature: fromHex(sig),
})

/** The verdicts with each of the three implementations, and of the exported function. */
async function verdictsOn(signed: SignedMessage): Promise<Record<string, boolean>> {
  return {
    equation: await verifyStrictly(signed, () => Promise.resolve(null)),
    node: await verifyStrictly(signed, verifyInNode),
    webCrypto: await verifyStrictly(signed, verifyByWebCrypto),
    exported: await verifyEd25519(signed),
  }
}

const verdict = (isValid: boolean) => ({ equation: isValid, node: isValid, webCrypto: isValid, exported: isValid })

describe.skipIf(!hasVectors)('Ed25519', () => {
  it('has 914 edge cases and 151 of Wycheproof', () => {
    expect(edgeCases).toHaveLength(914)
    expect(wycheproof).toHaveLength(151)
  })

  // CCTV's flags say what is odd, not what is valid. By our rule, a key or an R that is not canonical is refused, and
  // so is a residue of small order, because the equation has no cofactor. The order of a point alone decides nothing.
  it('gives one verdict on each edge case, whichever implementation decides', async () => {
    const refused = ['non_canonical_A', 'non_canonical_R', 'low_order_residue']
    for (const edge of edgeCases) {
      const isValid = !refused.some((flag) => edge.flags?.includes(flag) === true)
      expect([edge.number, await verdictsOn(edgeOf(edge))]).toEqual([edge.number, verdict(isValid)])
    }
  })

  it('decides as Wycheproof does, whichever implementation decides', async () => {
    for (const known of wycheproof) {
      const isValid = known.result === 'valid'
      expect([known.tcId, await verdictsOn(signedOf(known))]).toEqual([known.tcId, verdict(isValid)])
    }
  })
})

describe.skipIf(!hasVectors)('ML-DSA-44', () => {
  it('has 180 cases', () => {
    expect(mldsa).toHaveLength(180)
  })

  it('decides as Wycheproof does', async () => {
    for (const known of mldsa) {
      const context = known.ctx === undefined ? {} : { context: fromHex(known.ctx) }
      expect([known.tcId, await verifyMldsa44({ ...signedOf(known), ...context })]).toEqual([
        known.tcId,
        known.result === 'valid',
      ])
    }
  })
})
