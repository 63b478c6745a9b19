import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ByteReader,
  cosignedMessage,
  cosigner,
  emptyRoot,
  formatCheckpoint,
  maxExtensionLines,
  noteSigner,
  noteVerifier,
  openCheckpoint,
  parseCheckpoint,
  parseCosignature,
  parseNote,
  signCheckpoint,
  signerKey,
  signWith,
  toBase64,
  utf8Bytes,
  utf8Text,
  verifyMldsa44,
} from './index.ts'
import type { Checkpoint, KeyType } from './index.ts'
import { refusal, refusalOf } from './test-refusal.ts'
import { someCheckpoint, exampleText } from './testing/example-checkpoint.ts'

/** With the cosignature of a witness. */
const example = `${someCheckpoint}— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
`

const keyOf = (type: KeyType, name = 'log.example/ticks') => signerKey({ name, type, seed: new Uint8Array(32).fill(9) })
const head: Checkpoint = { origin: 'log.example/ticks', size: 5, root: emptyRoot, extensions: [] }

describe('a checkpoint', () => {
  it('of the specification is parsed', () => {
    const note = parseNote(example)
    const checkpoint = parseCheckpoint(note.text)
    expect({ ...checkpoint, root: toBase64(checkpoint.root) }).toEqual({
      origin: 'example.com/behind-the-sofa',
      size: 20_852_163,
      root: 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=',
      extensions: [],
    })
    expect(formatCheckpoint(checkpoint)).toBe(exampleText)
    const cosignature = parseCosignature('cosignature', note.signatures[1]?.signature ?? new Uint8Array(0))
    expect(cosignature.timeSeconds).toBe(1_679_315_147)
    expect(cosignature.signature).toHaveLength(64)
  })

  it('is read as it was written', () => {
    const line = fc.string({ unit: fc.constantFrom('a', ' ', '+', 'è', '—'), minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(
        line,
        fc.maxSafeNat(),
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.array(line, { maxLength: maxExtensionLines }),
        (origin, size, root, extensions) => {
          const checkpoint = { origin, size, root, extensions }
          expect(parseCheckpoint(formatCheckpoint(checkpoint))).toEqual(checkpoint)
        },
      ),
    )
  })

  const root = toBase64(emptyRoot)
  it.each([
    ['nothing', ''],
    ['no newline at the end', `a\n1\n${root}`],
    ['two lines', 'a\n1\n'],
    ['an empty origin', `\n1\n${root}\n`],
    ['a leading zero', `a\n01\n${root}\n`],
    ['a sign', `a\n+1\n${root}\n`],
    ['a negative size', `a\n-1\n${root}\n`],
    ['a short root', `a\n1\n${root.slice(0, -4)}\n`],
    ['a long root', `a\n1\nAAAA${root}\n`],
    ['a root that is not canonical', `a\n1\n${root.replace('U=', 'V=')}\n`],
    ['an empty extension line', `a\n1\n${root}\n\n`],
    ['a tab in its origin', `a\tb\n1\n${root}\n`],
    ['a tab in an extension', `a\n1\n${root}\n\t\n`],
    ['a carriage return', `a\n1\n${root}\r\n`],
  ])('is refused with %s', (_, text) => {
    expect(refusal(() => parseCheckpoint(text))).toBe('malformed')
  })

  it('has a size of at most 2^53 − 1, 16 extensions and 16,384 bytes', () => {
    expect(refusal(() => parseCheckpoint(`a\n9007199254740992\n${root}\n`))).toBe('out-of-range')
    const withLines = (count: number) => `a\n1\n${root}\n${'x\n'.repeat(count)}`
    expect(parseCheckpoint(withLines(16)).extensions).toHaveLength(16)
    expect(refusal(() => parseCheckpoint(withLines(17)))).toBe('too-large')
    expect(refusal(() => parseCheckpoint(`${'a'.repeat(16_384)}\n1\n${root}\n`))).toBe('too-large')
  })

  it('is not written with values that could not be read', () => {
    expect(refusal(() => formatCheckpoint({ ...head, origin: 'a\nb' }))).toBe('malformed')
    expect(refusal(() => formatCheckpoint({ ...head, origin: '' }))).toBe('malformed')
    expect(refusal(() => formatCheckpoint({ ...head, origin: '\ud800' }))).toBe('malformed')
    expect(refusal(() => formatCheckpoint({ ...head, size: 0.5 }))).toBe('out-of-range')
    expect(refusal(() => formatCheckpoint({ ...head, root: new Uint8Array(31) }))).toBe('malformed')
    expect(refusal(() => formatCheckpoint({ ...head, extensions: [''] }))).toBe('malformed')
    expect(refusal(() => formatCheckpoint({ ...head, extensions: Array.from({ length: 17 }, () => 'x') }))).toBe(
      'too-large',
    )
  })

  it('is opened by the key of its log only', async () => {
    const log = await keyOf('ed25519')
    const note = await signCheckpoint(head, [noteSigner(log.key, signWith(log))])
    const opened = await openCheckpoint(note, [noteVerifier(log.key)])
    expect(opened.checkpoint).toEqual(head)
    expect(opened.signatures.map(({ by }) => by.key)).toEqual([log.key])
    const stranger = await signerKey({ name: log.key.name, type: 'ed25519', seed: new Uint8Array(32) })
    expect(await refusalOf(openCheckpoint(note, [noteVerifier(stranger.key)]))).toBe('not-signed')
    // A key that only claims the ID.
    const liar = noteVerifier({ ...stranger.key, keyId: log.key.keyId })
    expect(await refusalOf(openCheckpoint(note, [liar]))).toBe('wrong-signature')
    expect(await refusalOf(openCheckpoint(note.replace('\n5\n', '\n6\n'), [noteVerifier(log.key)]))).toBe(
      'wrong-signature',
    )
  })
})

describe.each(['cosignature', 'mldsaCosignature'] as const)('a cosignature of type %s', (type) => {
  const timeSeconds = 1_700_000_000
  const made = async (text = formatCheckpoint(head)) => {
    const witness = await keyOf(type, 'witness.example')
    return { witness, text, bytes: await cosigner(witness.key, signWith(witness), timeSeconds).sign(text) }
  }

  it('carries its time and verifies', async () => {
    const { witness, text, bytes } = await made()
    expect(parseCosignature(type, bytes).timeSeconds).toBe(timeSeconds)
    expect(await noteVerifier(witness.key).verify(text, bytes)).toBe(true)
  })

  it('is refused after a change of time, signature or checkpoint', async () => {
    const { witness, text, bytes } = await made()
    const verifier = noteVerifier(witness.key)
    for (const index of [5, 7, 8, 40, bytes.length - 1])
      expect([index, await verifier.verify(text, bytes.with(index, (bytes[index] ?? 0) ^ 1))]).toEqual([index, false])
    for (const other of [
      { ...head, origin: 'log.example/events' },
      { ...head, size: 6 },
      { ...head, root: emptyRoot.with(0, 0) },
    ])
      expect(await verifier.verify(formatCheckpoint(other), bytes)).toBe(false)
  })

  it('has one length and a time of at most 2^53 − 1', async () => {
    const { bytes } = await made()
    expect(refusal(() => parseCosignature(type, bytes.slice(1)))).toBe('malformed')
    expect(refusal(() => parseCosignature(type, Uint8Array.of(...bytes, 0)))).toBe('malformed')
    expect(refusal(() => parseCosignature(type, bytes.with(0, 0x7f)))).toBe('out-of-range')
    const witness = await keyOf(type)
    for (const time of [-1, 0.5, 2 ** 53])
      expect(await refusalOf(Promise.resolve(cosigner(witness.key, signWith(witness), time).sign(exampleText)))).toBe(
        'out-of-range',
      )
  })

  it('is over a checkpoint and nothing else', async () => {
    expect(await refusalOf(made('text\n'))).toBe('malformed')
    const { witness, bytes } = await made()
    expect(await refusalOf(Promise.resolve(noteVerifier(witness.key).verify('text\n', bytes)))).toBe('malformed')
  })
})

describe('what a witness signs', () => {
  it('is the text of tlog-cosignature 1.0.1 for Ed25519, extensions included', async () => {
    const { key } = await keyOf('cosignature', 'w')
    expect(utf8Text(cosignedMessage(key, exampleText, 1_679_315_147))).toBe(
      `cosignature/v1\ntime 1679315147\n${exampleText}`,
    )
    expect(utf8Text(cosignedMessage(key, `${exampleText}more\n`, 1))).toContain('more')
  })

  it('is a structure for ML-DSA-44, without extensions', async () => {
    const { key } = await keyOf('mldsaCosignature', 'witness.example')
    const reader = new ByteReader(cosignedMessage(key, exampleText, 1_679_315_147))
    expect(utf8Text(reader.bytes(12))).toBe('subtree/v1\n\0')
    expect(utf8Text(reader.bytes(reader.u8()))).toBe('witness.example')
    expect(reader.u64()).toBe(1_679_315_147n)
    expect(utf8Text(reader.bytes(reader.u8()))).toBe('example.com/behind-the-sofa')
    expect([reader.u64(), reader.u64()]).toEqual([0n, 20_852_163n])
    expect(toBase64(reader.bytes(32))).toBe('CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=')
    reader.end()
    expect(cosignedMessage(key, `${exampleText}more\n`, 1)).toEqual(cosignedMessage(key, exampleText, 1))
    const long = formatCheckpoint({ ...head, origin: 'a'.repeat(256) })
    expect(refusal(() => cosignedMessage(key, long, 1))).toBe('too-large')
    expect(cosignedMessage(key, formatCheckpoint({ ...head, origin: 'a'.repeat(255) }), 1).length).toBeGreaterThan(255)
  })

  it('is not made by the key of a log', async () => {
    const log = await keyOf('ed25519')
    expect(refusal(() => cosigner(log.key, signWith(log), 1))).toBe('wrong-key')
    expect(refusal(() => cosignedMessage(log.key, exampleText, 1))).toBe('wrong-key')
  })
})

describe('a signature of ML-DSA-44', () => {
  it('is refused with a key, a signature or a context of another length', async () => {
    const { key, seed } = await keyOf('mldsaCosignature')
    const message = utf8Bytes('message')
    const signature = await signWith({ key, seed })(message)
    const signed = { publicKey: key.publicKey, message, signature }
    expect(await verifyMldsa44(signed)).toBe(true)
    expect(await verifyMldsa44({ ...signed, message: utf8Bytes('other') })).toBe(false)
    expect(await verifyMldsa44({ ...signed, publicKey: key.publicKey.slice(1) })).toBe(false)
    expect(await verifyMldsa44({ ...signed, signature: signature.slice(1) })).toBe(false)
    expect(await verifyMldsa44({ ...signed, context: new Uint8Array(256) })).toBe(false)
  })
})
