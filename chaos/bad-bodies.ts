import { gzipSync } from 'node:zlib'
import { jsonEdges } from './json-edges.ts'
import { formBody } from './wire-world.ts'
import type { WireBody } from './wire-world.ts'

const json = 'application/json'
const multipart = 'multipart/form-data; boundary=frontier'
const hugeBytes = 10_000_000

/** A JSON body with one member given as raw text, valid or not. */
export function jsonWith(sound: Readonly<Record<string, string>>, field: string, text: string): WireBody {
  const members = Object.entries(sound).flatMap(([name, value]) =>
    name === field ? [] : [`${JSON.stringify(name)}:${JSON.stringify(value)}`],
  )
  return { contentType: json, bytes: `{${[...members, `${JSON.stringify(field)}:${text}`].join(',')}}` }
}

/** A form in which one field is there twice, in an array or in an object, as some parsers read it. */
export function oddForms(sound: Readonly<Record<string, string>>, field: string): WireBody[] {
  const { [field]: value = '1', ...others } = sound
  const missing = formBody(others)
  const more = [
    `${field}=${value}&${field}=${value}`,
    `${field}[]=${value}`,
    `${field}[__proto__]=${value}`,
    `${field}.x=1`,
    field,
    `${field}=%ff`,
    `${field}=%E0%A4`,
    `=${value}`,
  ]
  return [missing, ...more.map((text) => ({ ...missing, bytes: `${String(missing.bytes)}&${text}` }))]
}

/** Whole bodies that are not forms, for any operation. */
export function badBodies(sound: Readonly<Record<string, string>>): WireBody[] {
  const form = formBody(sound)
  const extra = [
    '__proto__=1',
    'constructor=1',
    '__proto__[isEnabled]=1',
    'prototype=1',
    'customerId=1',
    'token=1',
    `${'a'.repeat(5_000)}=1`,
    '%00=1',
    '&&&',
    '=',
  ]
  return [
    ...jsonEdges.map((bytes) => ({ contentType: json, bytes })),
    ...extra.map((text) => ({ ...form, bytes: `${String(form.bytes)}&${text}` })),
    { ...form, bytes: Array.from({ length: 5_000 }, (_, index) => `f${index}=1`).join('&') },
    { ...form, bytes: `a=${'a'.repeat(hugeBytes)}` },
    { contentType: json, bytes: `{"a":"${'a'.repeat(hugeBytes)}"}` },
    { contentType: json, bytes: gzipSync('{}') },
    ...[
      '',
      'text/plain',
      'application/xml',
      'application/octet-stream',
      'application/json; charset=utf-16',
      'application/json; charset=nonsense',
      'application/json;',
      'x',
      'image/png',
      'application/x-www-form-urlencoded; charset=utf-7',
    ].map((contentType) => ({ ...form, contentType })),
    ...brokenMultipart(),
    ...falsePictures,
  ]
}

/** The same for every operation: one of them takes ten megabytes. */
const falsePictures: readonly WireBody[] = falseImages().map((content) => filePart(content))

function filePart(
  content: Uint8Array,
  head = 'content-disposition: form-data; name="photo"; filename="a.png"\r\ncontent-type: image/png',
): WireBody {
  return {
    contentType: multipart,
    bytes: new Uint8Array(
      Buffer.concat([Buffer.from(`--frontier\r\n${head}\r\n\r\n`), content, Buffer.from('\r\n--frontier--\r\n')]),
    ),
  }
}

function brokenMultipart(): WireBody[] {
  const part =
    '--frontier\r\ncontent-disposition: form-data; name="photo"; filename="a.png"\r\ncontent-type: image/png\r\n\r\nabc\r\n'
  const bodies = [
    '',
    '--frontier',
    '--frontier--',
    '--frontier\r\n',
    '--frontier--\r\n',
    '--other\r\n',
    '\r\n\r\n',
    part,
    part.slice(0, 30),
    part.slice(0, -2),
    `${part}--frontier`,
    `${part}--frontie`,
    `${part.repeat(200)}--frontier--\r\n`,
    `--frontier\r\n${'x: y\r\n'.repeat(5_000)}\r\n\r\n--frontier--`,
    `--frontier\r\ncontent-disposition: form-data; name="${'a'.repeat(100_000)}"\r\n\r\n1\r\n--frontier--`,
    ...[
      'name',
      'name=',
      'name="',
      'name="__proto__"',
      'name="constructor"',
      'name=""',
      'filename="x"',
      'name="photo"; filename="../../x"',
      'name="photo"; filename=""',
      'name="photo"; filename*=utf-8\'\'%ff',
    ].map((text) => `--frontier\r\ncontent-disposition: form-data; ${text}\r\n\r\n1\r\n--frontier--\r\n`),
  ]
  const types = [
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=""',
    `multipart/form-data; boundary=${'b'.repeat(500)}`,
    'multipart/mixed; boundary=frontier',
    'multipart/form-data; boundary=other',
  ]
  return [
    ...bodies.map((bytes) => ({ contentType: multipart, bytes })),
    ...types.map((contentType) => ({ contentType, bytes: `${part}--frontier--\r\n` })),
  ]
}

/**
 * Files that call themselves pictures: other formats, cut ones, and one that claims to unfold to four thousand million
 * dots.
 */
function falseImages(): Uint8Array[] {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const claims = Buffer.alloc(17)
  claims.writeUInt32BE(65_535, 0)
  claims.writeUInt32BE(65_535, 4)
  claims.writeUInt8(8, 8)
  const texts = [
    '',
    'GIF89a',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'PK\u0003\u0004',
    '%PDF-1.7',
    'MZ',
    'RIFF\u0000\u0000\u0000\u0000WEBP',
    '<html>',
    '\u0000'.repeat(1_000),
  ]
  return [
    ...texts.map((text) => Buffer.from(text)),
    png,
    Buffer.concat([png, claims]),
    Buffer.from('ffd8ffe000104a464946', 'hex'),
    Buffer.alloc(10_000_001, 1),
  ]
}
