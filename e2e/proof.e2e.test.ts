import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  cosigner,
  formatVerifierKey,
  leafHash,
  noteSigner,
  parsePolicy,
  serialiseLogProof,
  signCheckpoint,
  signerKey,
  signWith,
  treeRoot,
  utf8Bytes,
} from '@candor/proof'
import { verifyReceipt } from '@candor/proof/receipt'
import type { Trusted, Verdict } from '@candor/proof/receipt'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasVectors, readVectors } from '../packages/proof/src/test-vectors.ts'
import { openTestBrowser } from './browser.ts'
import { openModulePage } from './module-page.ts'

// packages/proof in a real browser: its modules as they are.

const root = join(import.meta.dirname, '..')
const script = `
import { fromHex, leafHash, parsePolicy, utf8Bytes, verifyEd25519, verifyLogProof } from '/packages/proof/src/index.ts'
import { verifyStrictly } from '/packages/proof/src/ed25519.ts'
import { verifyOnPlatform } from '/packages/proof/src/web/ed25519.ts'

const signed = ({ key, msg, sig }) => ({ publicKey: fromHex(key), message: fromHex(msg), signature: fromHex(sig) })

globalThis.platformVerdict = (each) => verifyOnPlatform(signed(each))

globalThis.verdictsOn = (cases) => Promise.all(cases.map(async (each) => [
  await verifyEd25519(signed(each)),
  await verifyStrictly(signed(each), () => Promise.resolve(null)),
]))

globalThis.verify = async (proof, entry, policy) => {
  try {
    const { index } = await verifyLogProof(proof, { leafHash: leafHash(utf8Bytes(entry)), policy: parsePolicy(policy) })
    return index
  } catch (error) {
    return error.code
  }
}

globalThis.verifyReceipt = async (receipt, { policy, ...keys }) => {
  const { verifyReceipt } = await import('/packages/proof/src/receipt/index.ts')
  return verifyReceipt(receipt, { ...keys, policy: parsePolicy(policy) })
}
globalThis.isReady = true
`

interface SignedCase {
  readonly key: string
  readonly msg: string
  readonly sig: string
}

/** `Trusted` as JSON has it. */
type TextTrust = Omit<Trusted, 'policy' | 'terms'> & { readonly policy: string }

/** The functions of the page's script. */
interface ProofPage {
  readonly isReady?: boolean
  platformVerdict(signed: SignedCase): Promise<boolean | null>
  verdictsOn(cases: readonly SignedCase[]): Promise<[exported: boolean, equation: boolean][]>
  verify(proof: string, entry: string, policy: string): Promise<number | string>
  verifyReceipt(receipt: string, trusted: TextTrust): Promise<Verdict>
}

let browser: Browser
let page: Page
let requested: readonly string[]

beforeAll(async () => {
  browser = await openTestBrowser()
  ;({ page, requested } = await openModulePage(browser, script))
  await page.waitForFunction(() => (globalThis as unknown as ProofPage).isReady === true)
})

afterAll(() => browser.close())

const verdictsOn = (cases: readonly SignedCase[]) =>
  page.evaluate((given) => (globalThis as unknown as ProofPage).verdictsOn(given), cases)
const verify = (proof: string, entry: string, policy: string) =>
  page.evaluate(([one, two, three]) => (globalThis as unknown as ProofPage).verify(one, two, three), [
    proof,
    entry,
    policy,
  ] as const)

/** A log of two entries, cosigned by a witness of the type; the proof of the second, and a policy that accepts it. */
async function logged(type: 'cosignature' | 'mldsaCosignature'): Promise<{ proof: string; policy: string }> {
  const log = await signerKey({ name: 'log.example', type: 'ed25519', seed: new Uint8Array(32).fill(1) })
  const witness = await signerKey({ name: 'witness.example', type, seed: new Uint8Array(32).fill(2) })
  const leaves = ['first', 'second'].map((entry) => leafHash(utf8Bytes(entry)))
  const checkpoint = await signCheckpoint({ origin: 'log.example', size: 2, root: treeRoot(leaves), extensions: [] }, [
    noteSigner(log.key, signWith(log)),
    cosigner(witness.key, signWith(witness), 1_700_000_000),
  ])
  return {
    proof: serialiseLogProof({ index: 1, proof: leaves.slice(0, 1), checkpoint }),
    policy: `log ${formatVerifierKey(log.key)}\nwitness w ${formatVerifierKey(witness.key)}\nquorum w\n`,
  }
}

test('verifies a proof that the server made, without the code for post-quantum signatures', async () => {
  const { proof, policy } = await logged('cosignature')
  expect(await verify(proof, 'second', policy)).toBe(1)
  expect(await verify(proof, 'first', policy)).toBe('wrong-proof')
  expect(await verify(proof.replace('\n2\n', '\n3\n'), 'second', policy)).toBe('wrong-signature')
  expect(requested.filter((path) => path.includes('post-quantum') || path.includes('curves'))).toEqual([])
  expect(requested.filter((path) => path.includes('/node/'))).toEqual([])
})

test('loads the code for post-quantum signatures when a policy names such a key', async () => {
  const { proof, policy } = await logged('mldsaCosignature')
  expect(await verify(proof, 'second', policy)).toBe(1)
  expect(await verify(proof.replace('\n2\n', '\n3\n'), 'second', policy)).toBe('wrong-signature')
  expect(requested.some((path) => path.includes('post-quantum'))).toBe(true)
})

test('verifies Ed25519 by WebCrypto', async () => {
  const example: SignedCase = {
    key: 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    msg: 'af82',
    sig:
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac' +
      '18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  }
  const byPlatform = (signed: SignedCase) =>
    page.evaluate((given) => (globalThis as unknown as ProofPage).platformVerdict(given), signed)
  expect(await byPlatform(example)).toBe(true)
  expect(await byPlatform({ ...example, msg: 'af83' })).toBe(false)
})

test('verifies a receipt step by step as Node does, and finds it changed', async () => {
  const read = (name: string) => readFile(join(root, 'packages/proof/vectors', name), 'utf8')
  const receipt = await read('contract-receipt.json')
  const trusted = JSON.parse(await read('trusted.json')) as TextTrust
  const inBrowser = (text: string) =>
    page.evaluate(([one, two]) => (globalThis as unknown as ProofPage).verifyReceipt(one, two), [
      text,
      trusted,
    ] as const)
  const inNode = (text: string) => verifyReceipt(text, { ...trusted, policy: parsePolicy(trusted.policy) })
  expect(await inBrowser(receipt)).toEqual(await inNode(receipt))
  expect((await inBrowser(receipt)).steps.map(({ state }) => state)).toEqual(Array.from({ length: 11 }, () => 'passed'))
  const changed = receipt.replace('"index":', '"index":1')
  expect((await inBrowser(changed)).verdict).toBe('failed')
  expect(await inBrowser(changed)).toEqual(await inNode(changed))
})

describe.skipIf(!hasVectors)('Ed25519 in a browser', () => {
  test('gives the verdicts of Node on each edge case', async () => {
    const edges = readVectors<(SignedCase & { number: number; flags: string[] | null })[]>('ed25519', 'cctv.json')
    const refused = ['non_canonical_A', 'non_canonical_R', 'low_order_residue']
    const verdicts = await verdictsOn(
      edges.map(({ key, msg, sig }) => ({ key, msg: Buffer.from(msg).toString('hex'), sig })),
    )
    const expected = edges.map(({ flags }) => !refused.some((flag) => flags?.includes(flag) === true))
    expect(verdicts).toHaveLength(914)
    expect(verdicts).toEqual(expected.map((isValid) => [isValid, isValid]))
  })

  test('decides as Wycheproof does', async () => {
    const { testGroups } = readVectors<{
      testGroups: { publicKey: { pk: string }; tests: (Omit<SignedCase, 'key'> & { result: string })[] }[]
    }>('ed25519', 'wycheproof.json')
    const cases = testGroups.flatMap(({ publicKey, tests }) => tests.map((known) => ({ ...known, key: publicKey.pk })))
    const verdicts = await verdictsOn(cases.map(({ key, msg, sig }) => ({ key, msg, sig })))
    expect(verdicts).toHaveLength(151)
    expect(verdicts).toEqual(cases.map(({ result }) => [result === 'valid', result === 'valid']))
  })
})
