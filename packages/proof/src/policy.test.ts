import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  acceptCheckpoint,
  cosigner,
  emptyRoot,
  formatVerifierKey,
  hasQuorum,
  noteSigner,
  parsePolicy,
  policyLimits,
  signCheckpoint,
  signerKey,
  signWith,
  utf8Bytes,
  verifierKey,
} from './index.ts'
import type { Checkpoint, KeyType, NoteSigner, SignerKey } from './index.ts'
import { publicKeyOfSeed } from './ed25519-equation.ts'
import { refusal, refusalOf } from './test-refusal.ts'

const keyOf = (name: string, seed: number, type: KeyType = 'cosignature'): Promise<SignerKey> =>
  signerKey({ name, type, seed: new Uint8Array(32).fill(seed) })
/** A key as text, synchronously. */
const vkey = (name: string, seed: number, type: KeyType = 'cosignature') =>
  formatVerifierKey(verifierKey({ name, type, publicKey: publicKeyOfSeed(new Uint8Array(32).fill(seed)) }))

const log = vkey('log.example', 100, 'ed25519')
const witnesses = ['X1', 'X2', 'X3', 'Y1', 'Y2', 'Y3']
const witnessLines = witnesses.map((name, index) => `witness ${name} ${vkey(name, index)}\n`).join('')
/** The example of the specification. */
const example = `log ${log}

${witnessLines}
group X-witnesses 2 X1 X2 X3
group Y-witnesses any Y1 Y2 Y3

group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`
const w1 = `witness w1 ${vkey('w1', 1)}\n`
const w2 = `witness w2 ${vkey('w2', 2)}\n`

describe('a policy', () => {
  it('of the specification needs two of the first and one of the second witnesses', () => {
    const policy = parsePolicy(example)
    expect(policy.logs.map(({ key }) => key.name)).toEqual(['log.example'])
    expect(policy.witnesses.map(({ name }) => name)).toEqual(witnesses)
    const holds = (...names: string[]) => hasQuorum(policy.quorum, ({ name }) => names.includes(name))
    expect(holds('X1', 'X3', 'Y2')).toBe(true)
    expect(holds(...witnesses)).toBe(true)
    expect(holds('X1', 'Y1', 'Y2', 'Y3')).toBe(false)
    expect(holds('X1', 'X2', 'X3')).toBe(false)
    expect(holds()).toBe(false)
  })

  it('counts the members of a group against its threshold', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.subarray(witnesses), (threshold, cosigned) => {
        const { quorum } = parsePolicy(
          `${witnessLines}group all-six ${threshold} ${witnesses.join(' ')}\nquorum all-six\n`,
        )
        expect(hasQuorum(quorum, ({ name }) => cosigned.includes(name))).toBe(cosigned.length >= threshold)
      }),
    )
  })

  it('may need nothing, or one witness', () => {
    expect(hasQuorum(parsePolicy('quorum none\n').quorum, () => false)).toBe(true)
    const { quorum } = parsePolicy(`${w1}${w2}quorum w2\n`)
    expect(hasQuorum(quorum, ({ name }) => name === 'w2')).toBe(true)
    expect(hasQuorum(quorum, ({ name }) => name === 'w1')).toBe(false)
  })

  it('may have comments, white space, URLs and names in any script', () => {
    const policy = parsePolicy(
      `# comment \u00e8\n\t # another\n  log\t${log}   https://log.example/\t\n\n \t\nwitness \u212a ${vkey('w1', 1)} https://w.example\nwitness K ${vkey('w2', 2)}\nquorum \u212a\n`,
    )
    expect(policy.logs[0]?.url).toBe('https://log.example/')
    expect(policy.witnesses.map(({ name, url }) => [name, url])).toEqual([
      ['\u212a', 'https://w.example'],
      ['K', undefined],
    ])
    expect(hasQuorum(policy.quorum, ({ name }) => name === 'K')).toBe(false)
    // Names are bytes, of any encoding.
    const latin = utf8Bytes(`witness ~ ${vkey('w1', 1)}\nquorum ~\n`).map((byte) => (byte === 0x7e ? 0xe9 : byte))
    expect(parsePolicy(latin).witnesses).toHaveLength(1)
  })

  it('may have keys of witnesses for ML-DSA-44', async () => {
    const witness = await keyOf('pq', 1, 'mldsaCosignature')
    expect(parsePolicy(`witness pq ${formatVerifierKey(witness.key)}\nquorum pq\n`).witnesses[0]?.key).toEqual(
      witness.key,
    )
  })

  it.each([
    ['no quorum', w1],
    ['nothing', ''],
    ['two quorums', 'quorum none\nquorum none\n'],
    ['a quorum of two names', `${w1}${w2}quorum w1 w2\n`],
    ['a quorum without a name', 'quorum\n'],
    ['an unknown quorum', 'quorum w1\n'],
    ['a quorum before its witness', `quorum w1\n${w1}`],
    ['a last line without its end', 'quorum none'],
    ['an unknown word', 'server x\nquorum none\n'],
    ['a word in capitals', 'Quorum none\n'],
    ['a log without a key', 'log\nquorum none\n'],
    ['a log with too much', `log ${log} url more\nquorum none\n`],
    ['a witness without a key', 'witness a\nquorum none\n'],
    ['a witness with too much', `${w1.trim()} url more\nquorum none\n`],
    ['a witness named none', `witness none ${vkey('w1', 1)}\nquorum none\n`],
    ['a group named none', `${w1}group none any w1\nquorum none\n`],
    ['a witness named twice', `${w1}${w2.replace('w2', 'w1')}quorum none\n`],
    ['a group named like a witness', `${w1}group w1 any w1\nquorum none\n`],
    ['a group without members', 'group g any\nquorum none\n'],
    ['a group of none', 'group g any none\nquorum none\n'],
    ['a group of itself', `${w1}group g any g\nquorum none\n`],
    ['a member twice in a group', `${w1}group g any w1 w1\nquorum none\n`],
    ['a member of two groups', `${w1}group g any w1\ngroup h any w1\nquorum none\n`],
    ['a member before its line', `group g any w1\n${w1}quorum g\n`],
    ['a count of zero', `${w1}group g 0 w1\nquorum g\n`],
    ['a count above the members', `${w1}group g 2 w1\nquorum g\n`],
    ['a count with a zero in front', `${w1}group g 01 w1\nquorum g\n`],
    ['a count with a sign', `${w1}group g +1 w1\nquorum g\n`],
    ['a count of another word', `${w1}group g most w1\nquorum g\n`],
    ['a carriage return', 'quorum none\r\n'],
    ['a NUL', 'quorum none\0\n'],
    ['a DEL', '# \u007f\nquorum none\n'],
    ['a comment after a line', 'quorum none # comment\n'],
  ])('is refused with %s', (_, text) => {
    expect(refusal(() => parsePolicy(text))).toBe('malformed')
  })

  it.each([
    ['the key of a witness for a log', `log ${vkey('a', 1)}\nquorum none\n`],
    ['the key of a log for a witness', `witness a ${log}\nquorum none\n`],
    ['one key for two logs', `log ${log}\nlog ${vkey('other.example', 100, 'ed25519')}\nquorum none\n`],
    ['one key for two witnesses', `${w1}witness w2 ${vkey('other', 1)}\nquorum none\n`],
  ])('is refused with %s', (_, text) => {
    expect(refusal(() => parsePolicy(text))).toBe('wrong-key')
  })

  it('may use one key for a log and a witness', () => {
    expect(refusal(() => parsePolicy(`log ${log}\nwitness a ${vkey('a', 100)}\nquorum a\n`))).toBeNull()
  })

  it('has bounds', () => {
    const many = (count: number, line: (index: number) => string) =>
      `${Array.from({ length: count }, (_, index) => `${line(index)}\n`).join('')}quorum none\n`
    const logLine = (index: number) => `log ${vkey(`log${index}`, index, 'ed25519')}`
    const witnessLine = (index: number) => `witness w${index} ${vkey(`w${index}`, index)}`
    expect(parsePolicy(many(policyLimits.logs, logLine)).logs).toHaveLength(64)
    expect(refusal(() => parsePolicy(many(policyLimits.logs + 1, logLine)))).toBe('too-large')
    expect(parsePolicy(many(policyLimits.witnesses, witnessLine)).witnesses).toHaveLength(64)
    expect(refusal(() => parsePolicy(many(policyLimits.witnesses + 1, witnessLine)))).toBe('too-large')
    const chain = (count: number) =>
      `${w1}${many(count, (index) => `group g${index} any ${index === 0 ? 'w1' : `g${index - 1}`}`)}`
    expect(refusal(() => parsePolicy(chain(policyLimits.groups)))).toBeNull()
    expect(refusal(() => parsePolicy(chain(policyLimits.groups + 1)))).toBe('too-large')
    expect(refusal(() => parsePolicy(`${'#'.repeat(policyLimits.bytes)}\nquorum none\n`))).toBe('too-large')
  })
})

describe('a checkpoint', () => {
  const head: Checkpoint = { origin: 'log.example', size: 3, root: emptyRoot, extensions: [] }
  const logSigner = async (name = 'log.example', seed = 100): Promise<NoteSigner> => {
    const signer = await keyOf(name, seed, 'ed25519')
    return noteSigner(signer.key, signWith(signer))
  }
  const witnessSigner = async (name: string, timeSeconds = 1000): Promise<NoteSigner> => {
    const signer = await keyOf(name, witnesses.indexOf(name))
    return cosigner(signer.key, signWith(signer), timeSeconds)
  }
  const noteBy = async (...signers: Promise<NoteSigner>[]) => signCheckpoint(head, await Promise.all(signers))
  const policy = parsePolicy(example)

  it('is accepted when its log signed and a quorum cosigned', async () => {
    const note = await noteBy(logSigner(), witnessSigner('X1'), witnessSigner('X3', 1005), witnessSigner('Y2'))
    const accepted = await acceptCheckpoint(note, policy)
    expect(accepted.checkpoint).toEqual(head)
    expect(accepted.log).toBe(policy.logs[0])
    expect(accepted.cosigned.map(({ witness, timeSeconds }) => [witness.name, timeSeconds])).toEqual([
      ['X1', 1000],
      ['X3', 1005],
      ['Y2', 1000],
    ])
  })

  it('counts a witness that cosigned twice once, with its latest time', async () => {
    const note = await noteBy(logSigner(), witnessSigner('X1', 1002), witnessSigner('X1', 1001), witnessSigner('Y1'))
    expect(await refusalOf(acceptCheckpoint(note, policy))).toBe('no-quorum')
    const one = parsePolicy(`log ${log}\nwitness a ${vkey('X1', 0)}\nquorum a\n`)
    expect((await acceptCheckpoint(note, one)).cosigned.map(({ timeSeconds }) => timeSeconds)).toEqual([1002])
  })

  it('is refused without a quorum', async () => {
    const note = await noteBy(logSigner(), witnessSigner('X1'), witnessSigner('Y2'))
    expect(await refusalOf(acceptCheckpoint(note, policy))).toBe('no-quorum')
  })

  it('is refused without a signature of its log, whatever the witnesses say', async () => {
    const note = await noteBy(...witnesses.map((name) => witnessSigner(name)))
    expect(await refusalOf(acceptCheckpoint(note, policy))).toBe('not-signed')
  })

  it('is refused for another origin, even signed by a listed key', async () => {
    const other = await signCheckpoint({ ...head, origin: 'other.example' }, [await logSigner()])
    expect(await refusalOf(acceptCheckpoint(other, policy))).toBe('unknown-origin')
    // Both logs are listed, but the one signs for the other.
    const two = parsePolicy(`log ${log}\nlog ${vkey('other.example', 101, 'ed25519')}\nquorum none\n`)
    expect(await refusalOf(acceptCheckpoint(other, two))).toBe('not-signed')
    expect(await refusalOf(acceptCheckpoint(other, parsePolicy('quorum none\n')))).toBe('unknown-origin')
  })

  it('is refused when a known witness has a wrong cosignature, even beside a quorum', async () => {
    const wrong = witnessSigner('Y3').then((signer) => ({ ...signer, sign: () => new Uint8Array(72) }))
    const note = await noteBy(logSigner(), witnessSigner('X1'), witnessSigner('X2'), witnessSigner('Y2'), wrong)
    expect(await refusalOf(acceptCheckpoint(note, policy))).toBe('wrong-signature')
  })

  it('is accepted beside signatures by unknown keys', async () => {
    const stranger = Promise.resolve({ name: 'stranger', keyId: 1, sign: () => Uint8Array.of(1) })
    const loggedOnly = parsePolicy(`log ${log}\nquorum none\n`)
    expect((await acceptCheckpoint(await noteBy(stranger, logSigner()), loggedOnly)).cosigned).toEqual([])
  })

  it('may be of a log with two keys', async () => {
    const two = parsePolicy(`log ${log}\nlog ${vkey('log.example', 101, 'ed25519')}\nquorum none\n`)
    expect((await acceptCheckpoint(await noteBy(logSigner('log.example', 101)), two)).log).toBe(two.logs[1])
  })
})
