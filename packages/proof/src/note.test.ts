import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatSignerKey,
  formatVerifierKey,
  fromBase64,
  keyIdText,
  keyTypes,
  maxNoteBytes,
  maxNoteSignatures,
  noteSigner,
  noteVerifier,
  parseNote,
  parseSignatureLines,
  parseSignerKey,
  parseVerifierKey,
  serialiseNote,
  signatureLine,
  signerKey,
  signNote,
  signWith,
  toBase64,
  utf8Bytes,
  verifierKey,
  verifyNote,
} from './index.ts'
import type { NoteVerifier, SignerKey } from './index.ts'
import { refusal, refusalOf } from './test-refusal.ts'

/** The examples of signed-note 1.0.0. */
const exampleKey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
const example = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`
const poem = `Ognuno sta solo sul cuor della terra
trafitto da un raggio di sole:

ed è subito sera.

— quasimodo.example/salvatore NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKONrMouFSQU0xMcXxj99ihAQwaqP3ZekRwNtIc=
`
/** The example of golang.org/x/mod/sumdb/note, whose text of private keys is used here. */
const goPrivate = 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz'
const goPublic = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const goText = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
const goSignature =
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM='

const line = (name: string, bytes = 5) => `— ${name} ${toBase64(new Uint8Array(bytes))}\n`
const keyNamed = (name: string, fill = 1): Promise<SignerKey> =>
  signerKey({ name, type: 'ed25519', seed: new Uint8Array(32).fill(fill) })

describe('a note', () => {
  it('of the specification is parsed and verified', async () => {
    const note = parseNote(utf8Bytes(example))
    expect(note.text).toBe('This is an example message.\n')
    expect(note.signatures.map(({ name, keyId }) => [name, keyIdText(keyId)])).toEqual([
      ['example.com/foo', '530d903a'],
    ])
    const verified = await verifyNote(note, [noteVerifier(parseVerifierKey(exampleKey))])
    expect(verified.signatures[0]?.by.key.name).toBe('example.com/foo')
    expect(serialiseNote(note)).toBe(example)
  })

  it('may have empty lines in its text', () => {
    const note = parseNote(poem)
    expect(note.text.split('\n')).toHaveLength(5)
    expect(note.signatures).toHaveLength(1)
    expect(serialiseNote(note)).toBe(poem)
    expect(parseNote(`\n\n\n${line('a')}`).text).toBe('\n\n')
  })

  it('is signed as golang.org/x/mod/sumdb/note signs it', async () => {
    const signer = await parseSignerKey(goPrivate)
    expect(formatVerifierKey(signer.key)).toBe(goPublic)
    expect(formatSignerKey(signer)).toBe(goPrivate)
    const note = await signNote(goText, [noteSigner(signer.key, signWith(signer))])
    expect(note).toBe(`${goText}\n${goSignature}\n`)
  })

  it('is read as it was written, or not at all', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'è', '\n', ' ', '—'), maxLength: 20 })
    const signature = fc.record({
      name: fc.string({ unit: fc.constantFrom('a', '+', ' ', 'ß', '\u00a0', '\u2003', '/'), maxLength: 5 }),
      keyId: fc.nat(0xff_ff_ff_ff),
      signature: fc.uint8Array({ maxLength: 70 }),
    })
    fc.assert(
      fc.property(text, fc.array(signature, { maxLength: 4 }), (body, signatures) => {
        const note = { text: `${body}\n`, signatures }
        const isSound =
          signatures.length > 0 &&
          signatures.every(({ name, signature: bytes }) => /^[aß/]+$/.test(name) && bytes.length > 0)
        expect(refusal(() => serialiseNote(note)) === null).toBe(isSound)
        const read = isSound ? parseNote(utf8Bytes(serialiseNote(note))) : note
        expect(read).toEqual(note)
      }),
    )
  })

  it.each([
    ['nothing', ''],
    ['no signature', 'text\n'],
    ['no signature after the empty line', 'text\n\n'],
    ['no empty line', `text\n${line('a')}`],
    ['no newline at the end', `text\n\n${line('a').slice(0, -1)}`],
    ['another character in place of the newline at the end', `text\n\n${line('a').replace('\n', 'x')}`],
    ['text after the signatures', `text\n\n${line('a')}more\n`],
    ['an empty line after the signatures', `text\n\n${line('a')}\n`],
    ['a hyphen in place of the dash', `text\n\n${line('a').replace('—', '-')}`],
    ['two spaces', `text\n\n${line('a').replace('— ', '—  ')}`],
    ['a space at the end', `text\n\n${line('a').replace('\n', ' \n')}`],
    ['no name', `text\n\n${line('')}`],
    ['a plus in a name', `text\n\n${line('a+b')}`],
    ['a Unicode space in a name', `text\n\n${line('a\u2003b')}`],
    ['a tab', `te\txt\n\n${line('a')}`],
    ['a carriage return', `text\r\n\r\n${line('a')}`],
    ['a NUL', `te\0xt\n\n${line('a')}`],
    ['base64 that is not canonical', 'text\n\n— a AAAAAAB=\n'],
    ['a signature of four bytes', `text\n\n${line('a', 4)}`],
    ['half a character', `\ud800\n\n${line('a')}`],
  ])('is refused with %s', (_, text) => {
    expect(refusal(() => parseNote(text))).toBe('malformed')
  })

  it('is refused when it is not UTF-8', () => {
    const bytes = utf8Bytes(`text\n\n${line('a')}`)
    expect(refusal(() => parseNote(bytes))).toBeNull()
    expect(refusal(() => parseNote(bytes.with(0, 0xff)))).toBe('malformed')
  })

  it('has at most 100 signatures and 1,000,000 bytes', () => {
    const lines = line('a').repeat(maxNoteSignatures)
    expect(parseNote(`text\n\n${lines}`).signatures).toHaveLength(100)
    expect(refusal(() => parseNote(`text\n\n${lines}${line('a')}`))).toBe('too-large')
    const rest = `\n\n${line('a')}`
    const longest = `${'x'.repeat(maxNoteBytes - utf8Bytes(rest).length)}${rest}`
    expect(refusal(() => parseNote(longest))).toBeNull()
    expect(refusal(() => parseNote(`x${longest}`))).toBe('too-large')
    expect(refusal(() => parseNote(utf8Bytes(`x${longest}`)))).toBe('too-large')
    expect(refusal(() => parseNote(longest.replace('xx', 'è')))).toBeNull()
    // The length of a text decides before its characters are read.
    expect(refusal(() => parseNote('\ud800'.repeat(maxNoteBytes + 1)))).toBe('too-large')
    expect(refusal(() => parseNote(longest.replace('x', 'è')))).toBe('too-large')
  })

  it('is not written with a text that ends without a newline', () => {
    const signatures = parseNote(example).signatures
    expect(refusal(() => serialiseNote({ text: 'text', signatures }))).toBe('malformed')
    expect(refusal(() => serialiseNote({ text: '', signatures }))).toBe('malformed')
    expect(refusal(() => serialiseNote({ text: 'text\n', signatures: [] }))).toBe('malformed')
    expect(refusal(() => signatureLine({ name: 'a', keyId: 1, signature: new Uint8Array(0) }))).toBe('malformed')
  })
})

describe('signature lines on their own', () => {
  it('are parsed as in a note', () => {
    expect(parseSignatureLines(`${line('a')}${line('b')}`).map(({ name }) => name)).toEqual(['a', 'b'])
    expect(refusal(() => parseSignatureLines(''))).toBe('malformed')
    expect(refusal(() => parseSignatureLines(`${line('a')}\n${line('b')}`))).toBe('malformed')
    expect(refusal(() => parseSignatureLines(line('a').slice(0, -1)))).toBe('malformed')
    expect(refusal(() => parseSignatureLines(line('a').repeat(101)))).toBe('too-large')
  })
})

describe('verification', () => {
  const verifier = (name: string, keyId: number, verdict: boolean): NoteVerifier => ({
    name,
    keyId,
    verify: () => verdict,
  })
  const signed = {
    text: 'text\n',
    signatures: [
      { name: 'a', keyId: 1, signature: Uint8Array.of(1) },
      { name: 'a', keyId: 2, signature: Uint8Array.of(2) },
      { name: 'b', keyId: 1, signature: Uint8Array.of(3) },
    ],
  }

  it('ignores keys that share only a name or only an ID with a known one', async () => {
    const { signatures } = await verifyNote(signed, [verifier('b', 1, true), verifier('b', 2, false)])
    expect(signatures.map(({ by, signature }) => [by.name, by.keyId, signature[0]])).toEqual([['b', 1, 3]])
  })

  it('refuses the note when a known key fails, even beside one that does not', async () => {
    const known = [verifier('a', 1, true), verifier('b', 1, false)]
    expect(await refusalOf(verifyNote(signed, known))).toBe('wrong-signature')
  })

  it('refuses the note without a signature by a known key', async () => {
    expect(await refusalOf(verifyNote(signed, [verifier('c', 1, true)]))).toBe('not-signed')
    expect(await refusalOf(verifyNote(signed, []))).toBe('not-signed')
  })

  it('verifies each signature of a key that signed twice', async () => {
    const twice = {
      text: 'text\n',
      signatures: [1, 2].map((byte) => ({ name: 'a', keyId: 1, signature: Uint8Array.of(byte) })),
    }
    const picky = { name: 'a', keyId: 1, verify: (_: string, [byte]: Uint8Array) => byte === 1 }
    expect(await refusalOf(verifyNote(twice, [picky]))).toBe('wrong-signature')
    expect((await verifyNote(twice, [verifier('a', 1, true)])).signatures).toHaveLength(2)
  })

  it('refuses two known keys with one name and ID', async () => {
    expect(await refusalOf(verifyNote(signed, [verifier('a', 1, true), verifier('a', 1, true)]))).toBe('wrong-key')
  })

  it('refuses a note after any change of its text or signature', async () => {
    const known = [noteVerifier(parseVerifierKey(exampleKey))]
    expect(await refusalOf(verifyNote(parseNote(example.replace('example', 'Example')), known))).toBe('wrong-signature')
    const [signature] = parseNote(example).signatures
    expect(signature?.signature).toHaveLength(64)
    for (let byte = 0; byte < 64; byte += 7) {
      const bytes = signature?.signature ?? new Uint8Array(64)
      const changed = {
        name: 'example.com/foo',
        keyId: signature?.keyId ?? 0,
        signature: bytes.with(byte, (bytes[byte] ?? 0) ^ 1),
      }
      const note = { text: parseNote(example).text, signatures: [changed] }
      expect(await refusalOf(verifyNote(note, known))).toBe('wrong-signature')
    }
  })
})

describe('keys as text', () => {
  it('have the ID of their name, type and bytes', async () => {
    const { key } = await keyNamed('log.example/ticks')
    const others = [
      verifierKey({ ...key, name: 'log.example/events' }),
      verifierKey({ ...key, type: 'cosignature' }),
      verifierKey({ ...key, publicKey: (await keyNamed('a', 2)).key.publicKey }),
    ]
    expect(new Set([key, ...others].map(({ keyId }) => keyId)).size).toBe(4)
    for (const each of [key, ...others]) expect(parseVerifierKey(formatVerifierKey(each))).toEqual(each)
    expect(keyIdText(0x0a)).toBe('0000000a')
  })

  it('are read and written for each type', async () => {
    for (const type of ['ed25519', 'cosignature', 'mldsaCosignature'] as const) {
      const signer = await signerKey({ name: 'w', type, seed: new Uint8Array(32).fill(5) })
      expect(parseVerifierKey(formatVerifierKey(signer.key))).toEqual(signer.key)
      expect(await parseSignerKey(formatSignerKey(signer))).toEqual(signer)
      expect(fromBase64(formatVerifierKey(signer.key).replace(/^[^+]*\+[^+]*\+/, ''))[0]).toBe(keyTypes[type])
    }
  })

  it.each([
    ['another ID', exampleKey.replace('530d903a', '530d903b'), 'wrong-key'],
    ['capitals in its ID', exampleKey.replace('530d903a', '530D903A'), 'malformed'],
    ['an ID of seven digits', exampleKey.replace('530d903a', '530d903'), 'malformed'],
    ['another name', exampleKey.replace('foo', 'bar'), 'wrong-key'],
    ['no name', exampleKey.replace('example.com/foo', ''), 'malformed'],
    ['a space in its name', exampleKey.replace('/', ' '), 'malformed'],
    ['a newline in its name', exampleKey.replace('/', '\n'), 'malformed'],
    ['another type', exampleKey.replace('+Aeky', '+Beky'), 'wrong-key'],
    ['a shorter key', exampleKey.slice(0, -4), 'wrong-key'],
    ['base64 that is not canonical', exampleKey.slice(0, -1), 'malformed'],
    ['nothing', '', 'malformed'],
    ['no key', 'a+00000000+', 'malformed'],
    ['too many characters', `${'a'.repeat(4096)}${exampleKey}`, 'too-large'],
  ])('are refused with %s', (_, text, code) => {
    expect(refusal(() => parseVerifierKey(text))).toBe(code)
  })

  it('are refused when they can be no point or have another length', () => {
    const name = 'a'
    const allOnes = new Uint8Array(32).fill(0xff)
    expect(refusal(() => verifierKey({ name, type: 'ed25519', publicKey: allOnes }))).toBe('wrong-key')
    expect(refusal(() => verifierKey({ name, type: 'cosignature', publicKey: allOnes }))).toBe('wrong-key')
    for (const length of [1311, 1313])
      expect(refusal(() => verifierKey({ name, type: 'mldsaCosignature', publicKey: new Uint8Array(length) }))).toBe(
        'wrong-key',
      )
  })

  it.each([
    ['a public key', goPublic, 'malformed'],
    ['another beginning', goPrivate.replace('PRIVATE', 'Private'), 'malformed'],
    ['another ID', goPrivate.replace('c74f20a3', 'c74f20a4'), 'wrong-key'],
    ['another seed', goPrivate.replace('+AYEK', '+AYEL'), 'wrong-key'],
    ['a shorter seed', goPrivate.slice(0, -4), 'wrong-key'],
  ])('are refused as private keys with %s', async (_, text, code) => {
    expect(await refusalOf(parseSignerKey(text))).toBe(code)
  })

  it('of logs sign notes, those of witnesses do not', async () => {
    const signer = await signerKey({ name: 'w', type: 'cosignature', seed: new Uint8Array(32) })
    expect(refusal(() => noteSigner(signer.key, signWith(signer)))).toBe('wrong-key')
  })
})
