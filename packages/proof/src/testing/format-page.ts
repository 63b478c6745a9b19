import { ByteWriter, toHex } from '../bytes.ts'
import { encodeRawTicks } from '../encoding/index.ts'
import { batchOfCell } from '../encoding/event.ts'
import { rawTickFields, rawTicksType } from '../encoding/raw-ticks.ts'
import { leafHash, sha256 } from '../hash.ts'
import { leafOrder, orderType } from '../solvency/leaf-order.ts'
import { encodeLeaf, leafNode, leafTypes } from '../solvency/liability-leaf.ts'
import { encodeSnapshotEvent } from '../solvency/snapshot-event.ts'
import { nodeType } from '../solvency/sum-tree.ts'
import { rootOfInclusion } from '../tree.ts'
import { formatExamples, rawTicksExample, sealedExample, snapshotExample, solvencyExample } from './format-examples.ts'

const columns = 116

/** The block of docs/proof-format.md that shows each structure: fields, the example's values and its bytes. */
export function formatBlock(): string {
  // The fields of a batch of a cell are those of a batch after two others, as the page says in words.
  const shownExamples = formatExamples.filter(({ type }) => type !== batchOfCell.type)
  const structures = shownExamples.map(({ name, type, fields, value, encode }) => [
    ...wrapped(
      `${name} (type ${type}): `,
      fields.map(([field, kind]) => `${kind} ${field}`),
    ),
    ...wrapped('', shownFields(value), '  '),
    ...hexLines(encode()),
  ])
  const tickFields = Object.entries(rawTickFields).map(([field, { type }]) => `${type} ${field}`)
  const rawTicks = [
    `raw ticks (type ${rawTicksType}): u16 count, u32 dropped, then for each tick:`,
    ...wrapped('', tickFields, '  '),
    `  dropped ${rawTicksExample.dropped}`,
    ...rawTicksExample.ticks.flatMap((tick) =>
      wrapped(
        '',
        Object.entries(tick).map(([field, one]) => `${field} ${shown(one)}`),
        '  ',
      ),
    ),
    ...hexLines(encodeRawTicks(rawTicksExample)),
  ]
  return [...structures, rawTicks].map((lines) => lines.join('\n')).join('\n\n')
}

/** The block of docs/proof-format.md that shows a sealed item, its leaf, and the root that its path leads to. */
export function sealedBlock(): string {
  const { item, salt, saltInput, index, size, path } = sealedExample
  const leaf = new ByteWriter().bytes(salt).bytes(item).finish()
  const root = rootOfInclusion({ index, size, leafHash: leafHash(leaf), proof: path })
  return [
    'salt = SHA-256 of',
    ...hexLines(saltInput),
    `  ${toHex(salt)}`,
    `leaf hash = SHA-256 of 00, the salt and the order placed above:`,
    `  ${toHex(leafHash(leaf))}`,
    `path of index ${index} among ${size} items, and the itemsRoot that it leads to:`,
    ...[...path, root].map((hash) => `  ${toHex(hash)}`),
  ].join('\n')
}

/** The block of docs/solvency.md that shows what is hashed for one customer, a node, an order and the event. */
export function solvencyBlock(): string {
  const { asset, snapshotId, liability } = solvencyExample.leaf
  const { sum, hash } = leafNode(solvencyExample.leaf)
  return [
    ...hashed('secret', leafTypes.secret, solvencyExample.secretInput),
    ...hashed('nonce', leafTypes.nonce, solvencyExample.nonceInput),
    ...hashed('tag', leafTypes.tag, solvencyExample.tagInput),
    `leaf (type ${leafTypes.leaf}):`,
    ...wrapped('', shownFields({ asset, snapshotId, ...liability }), '  '),
    ...hexLines(encodeLeaf(solvencyExample.leaf)),
    `  its sum ${sum}, its hash ${toHex(hash)}`,
    ...hashed('parent of this leaf and its right neighbour', nodeType, solvencyExample.nodeInput),
    ...hashed('order, first eight numbers', orderType, solvencyExample.orderInput),
    `  so the leaves of a tree of 8 are in the order ${leafOrder(solvencyExample.key, asset, 8).join(' ')}`,
    'snapshot (type 20): one tree, one stripe',
    ...wrapped('', shownFields(snapshotExample.shown), '  '),
    ...hexLines(encodeSnapshotEvent(snapshotExample.event)),
  ].join('\n')
}

/** A digest: its bytes before the hash, and the hash. */
function hashed(name: string, type: number, input: Uint8Array): string[] {
  return [`${name} (type ${type}) = SHA-256 of`, ...hexLines(input), `  = ${toHex(sha256(input))}`]
}

/** Parts with a comma between them, in lines of at most 116 columns. */
function wrapped(head: string, parts: readonly string[], indent = ''): string[] {
  const lines: string[] = []
  let line = `${indent}${head}`
  for (const [index, part] of parts.entries()) {
    const text = index < parts.length - 1 ? `${part}, ` : part
    if (line.length + text.trimEnd().length > columns) {
      lines.push(line.trimEnd())
      line = '  '
    }
    line += text
  }
  return [...lines, line]
}

function hexLines(bytes: Uint8Array): string[] {
  return (toHex(bytes).match(/.{1,112}/g) ?? []).map((line) => `  ${line}`)
}

function shownFields(value: object): string[] {
  return Object.entries(value).flatMap(([field, one]) => shownField(field, one))
}

/** A field with its value; each item of a list with the values of its fields. */
function shownField(field: string, value: unknown): string[] {
  if (!Array.isArray(value)) return [`${field} ${shown(value)}`]
  return value.flatMap((item: object) =>
    Object.entries(item).map(([name, one], index) => `${index === 0 ? `${field}: ` : ''}${name} ${shown(one)}`),
  )
}

function shown(value: unknown): string {
  if (value instanceof Uint8Array) return `${toHex(value.slice(0, 4))}…`
  return typeof value === 'string' ? `"${value}"` : String(value)
}
