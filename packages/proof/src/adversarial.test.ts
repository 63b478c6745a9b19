import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fromBase64,
  fromHex,
  parseBundle,
  parseBundlePath,
  parseCheckpoint,
  parseCosignature,
  parseLogProof,
  parseNote,
  parsePolicy,
  parseSignatureLines,
  parseSignerKey,
  parseTile,
  parseTilePath,
  parseVerifierKey,
  serialiseBundle,
  utf8Bytes,
  utf8Text,
} from './index.ts'
import { refusal, refusalOf } from './test-refusal.ts'
import { exampleText } from './testing/example-checkpoint.ts'

const vkey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
const witnessKey = 'a+00000000+BOkyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
const skey = 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz'
const line =
  '— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n'
const note = `${exampleText}\n${line}`

/** Every parser with a text that it takes, or nearly takes. */
const textParsers: readonly (readonly [name: string, sound: string, parse: (text: string) => unknown])[] = [
  ['note', note, parseNote],
  ['note from bytes', note, (text) => parseNote(bytesOf(text))],
  ['signature lines', line, parseSignatureLines],
  ['checkpoint', exampleText, parseCheckpoint],
  ['proof', `c2sp.org/tlog-proof@v1\nextra AAAA\nindex 7\n${'A'.repeat(43)}=\n\n${note}`, parseLogProof],
  ['proof from bytes', `c2sp.org/tlog-proof@v1\nindex 7\n\n${note}`, (text) => parseLogProof(bytesOf(text))],
  ['policy', `log ${vkey}\nwitness w ${witnessKey}\ngroup g 1 w\nquorum g\n`, parsePolicy],
  ['policy from bytes', `log ${vkey} url\n# c\nquorum none\n`, (text) => parsePolicy(bytesOf(text))],
  ['key', vkey, parseVerifierKey],
  ['path of a tile', 'tile/0/x001/x234/067.p/12', parseTilePath],
  ['path of a bundle', 'tile/entries/x001/x234/067.p/12', parseBundlePath],
  ['base64', 'AAECAw==', fromBase64],
  ['hexadecimal', '00ff', fromHex],
  ['UTF-8', 'è', (text) => utf8Text(bytesOf(text))],
  ['bundle', '\0\u0001a\0\u0002bc', (text) => parseBundle(bytesOf(text), 2)],
  ['tile', 'x'.repeat(64), (text) => parseTile(bytesOf(text), 2)],
  ['cosignature', 'x'.repeat(72), (text) => parseCosignature('cosignature', bytesOf(text))],
]

/** The low byte of each UTF-16 unit, so that any bytes come up. */
function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0) & 255)
}

const parts = fc.constantFrom('\n', '\n\n', ' ', '— ', '+', '=', 'A', '0', '/', 'x001', '\t', '\0', '\ud800', 'é', line)

/** Any UTF-16 units, also those that are no text. */
function anyText(maxLength: number): fc.Arbitrary<string> {
  return fc.array(fc.nat(0xff_ff), { maxLength }).map((units) => String.fromCharCode(...units))
}

/** The text with up to four runs replaced. */
function changed(sound: string): fc.Arbitrary<string> {
  const change = fc.tuple(fc.nat(sound.length), fc.nat(8), fc.oneof(parts, anyText(6)))
  return fc
    .array(change, { minLength: 1, maxLength: 4 })
    .map((changes) =>
      changes.reduce((text, [at, length, part]) => `${text.slice(0, at)}${part}${text.slice(at + length)}`, sound),
    )
}

describe.each(textParsers)('the parser: %s', (_, sound, parse) => {
  it('throws its declared error or none, whatever it reads', () => {
    fc.assert(
      fc.property(fc.oneof(changed(sound), anyText(80)), (text) => {
        refusal(() => parse(text))
      }),
      { numRuns: 200 },
    )
  })
})

describe('the parser of private keys', () => {
  it('throws its declared error or none, whatever it reads', async () => {
    await fc.assert(
      fc.asyncProperty(changed(skey), async (text) => {
        await refusalOf(parseSignerKey(text))
      }),
      { numRuns: 60 },
    )
  })
})

/** Inputs that would take long in a parser that goes back and forth, of about this many characters. */
const hostile: readonly (readonly [name: string, make: (size: number) => string, parse: (text: string) => unknown])[] =
  [
    ['a note of newlines', (size) => '\n'.repeat(size), parseNote],
    ['a note of empty lines and a signature', (size) => `${'\n'.repeat(size)}${line}`, parseNote],
    ['a note with one long name', (size) => `text\n\n— ${'a'.repeat(size)}\n`, parseNote],
    ['a note of dashes', (size) => `text\n\n${'— '.repeat(size / 2)}\n`, parseNote],
    ['a note with a long signature', (size) => `text\n\n— a ${'A'.repeat(size)}\n`, parseNote],
    ['a note with many signatures', (size) => `text\n\n${'— a AAAAAAA=\n'.repeat(size / 14)}`, parseNote],
    ['a proof of newlines', (size) => `c2sp.org/tlog-proof@v1${'\n'.repeat(size)}`, parseLogProof],
    [
      'a proof of hashes',
      (size) => `c2sp.org/tlog-proof@v1\nindex 0\n${'AAAA\n'.repeat(size / 5)}\n${note}`,
      parseLogProof,
    ],
    ['a proof of extra data', (size) => `c2sp.org/tlog-proof@v1\nextra ${'A'.repeat(size)}\n\n${note}`, parseLogProof],
    ['a policy of spaces', (size) => `${' '.repeat(size / 2)}x${'\t'.repeat(size / 2)}\n`, parsePolicy],
    ['a policy of empty lines', (size) => '\n'.repeat(size), parsePolicy],
    ['a policy with one long group', (size) => `group g any ${'x '.repeat(size / 2)}\n`, parsePolicy],
    ['a policy of comments', (size) => '#\n'.repeat(size / 2), parsePolicy],
    ['a checkpoint of newlines', (size) => '\n'.repeat(size), parseCheckpoint],
    ['a key of pluses', (size) => '+'.repeat(size), parseVerifierKey],
    ['a path of groups', (size) => `tile/0/${'x000/'.repeat(size / 5)}`, parseTilePath],
    ['base64', (size) => 'A'.repeat(size), fromBase64],
    ['hexadecimal', (size) => 'a'.repeat(size), fromHex],
  ]

/** The shortest of several times, in milliseconds, so that a pause of the machine does not count. */
function shortestMs(run: () => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const startMs = performance.now()
    refusal(run)
    return performance.now() - startMs
  })
  return Math.min(...times)
}

describe('hostile inputs', () => {
  // 160,000 characters take milliseconds in linear time, and many seconds in quadratic time.
  it.each(hostile)('take time in proportion to their length: %s', (_, make, parse) => {
    const [short, long] = [make(20_000), make(160_000)]
    const shortMs = shortestMs(() => parse(short))
    const longMs = shortestMs(() => parse(long))
    expect(longMs).toBeLessThan(32 * Math.max(shortMs, 4))
  })

  it('of megabytes are refused by their length, before anything is read', () => {
    const huge = 'x'.repeat(50_000_000)
    const read: string[] = []
    for (const parse of [parseNote, parseLogProof, parsePolicy, parseCheckpoint, parseVerifierKey]) {
      expect(refusal(() => parse(huge))).toBe('too-large')
      read.push(parse.name)
    }
    expect(read).toHaveLength(5)
    expect(refusal(() => parseNote(new Uint8Array(1_000_001)))).toBe('too-large')
  })

  it('claim no more memory than they have bytes', () => {
    // A bundle of 256 entries of 65,535 bytes each, of which only two bytes are there.
    expect(refusal(() => parseBundle(Uint8Array.of(0xff, 0xff), 256))).toBe('malformed')
    expect(parseBundle(serialiseBundle([utf8Bytes('a')]), 1)).toEqual([utf8Bytes('a')])
  })
})
