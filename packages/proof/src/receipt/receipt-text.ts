import { toBase64, utf8Bytes, utf8Text } from '../bytes.ts'
import { batchEvent, frameEntry, frameRecord, movementItem, placedItem, settledItem } from '../encoding/index.ts'
import type { Structure } from '../encoding/index.ts'
import { ensure, ProofError } from '../errors.ts'
import { sha256 } from '../hash.ts'
import {
  bytesIn,
  elements,
  hashesIn,
  hashesText,
  hashIn,
  members,
  membersInOrder,
  parseJson,
  sizeIn,
  textIn,
} from './json-value.ts'
import { acceptanceFormat, receiptFormat } from './receipt.ts'
import { placeOf } from './sealed.ts'
import type {
  AcceptanceReceipt,
  ContractReceipt,
  Encoded,
  LoggedItem,
  LoggedPlacing,
  MovementReceipt,
  Receipt,
  ReceiptFrame,
  SealedItem,
  ShardProof,
  TickShardProof,
} from './receipt.ts'

/** The longest receipt that is parsed. */
export const maxParsedBytes = 32_768

/** The receipt as JSON: the order of the members is fixed, and nothing is between them. */
export function serialiseReceipt(receipt: Receipt): string {
  const json = receipt.kind === 'contract' ? contractJson(receipt) : movementJson(receipt)
  return checked(JSON.stringify(json).slice(0, -1))
}

/** An acceptance with its order as JSON, of the same form. */
export function serialiseAcceptance({ acceptance, placed }: AcceptanceReceipt): string {
  return acceptanceWriter(acceptance)({ ...placed, item: placed.item.bytes })
}

/**
 * Writes the acceptances of the orders of one batch. What all have in common, the longer half of each, is
 * written once.
 */
export function acceptanceWriter(acceptance: string): (placed: SealedBytes) => string {
  const head = JSON.stringify({ format: acceptanceFormat, acceptance }).slice(0, -1)
  const headBytes = utf8Bytes(head)
  let bytes = new Uint8Array(0)
  return (placed) => {
    const { salt, item, index, path } = sealedBytesJson(placed)
    // Base64 needs no escapes, and has one byte a character.
    const tail = `,"placed":{"salt":"${salt}","item":"${item}","index":${index},"path":"${path}"}`
    const length = headBytes.length + tail.length
    if (length > bytes.length) {
      bytes = new Uint8Array(2 * length)
      bytes.set(headBytes)
    }
    encoder.encodeInto(tail, bytes.subarray(headBytes.length))
    return `${head}${tail}${checkMember}${checkText(sha256(bytes.subarray(0, length)))}"}`
  }
}

const encoder = new TextEncoder()

/**
 * Parses a receipt, a text or its bytes in UTF-8. Takes exactly what `serialiseReceipt` writes: no space, no other or
 * repeated member. Throws a ProofError. Nothing is verified but the form.
 */
export function parseReceipt(receipt: unknown): Receipt {
  return parse(receipt, readReceipt)
}

/** Parses an acceptance with its order, as `parseReceipt` does. */
export function parseAcceptanceReceipt(receipt: unknown): AcceptanceReceipt {
  return parse(receipt, readAcceptance)
}

/**
 * Without writing the value again: the members are those of the form, in its order, and base64, numbers and structures
 * are read in their one form only. JSON.parse hides spaces, escapes, repeated members and other texts of a number; the
 * text that JSON.stringify makes shows them.
 */
function parse<Value>(input: unknown, read: (json: unknown) => Value): Value {
  const text = textOf(input)
  ensureUndamaged(text)
  const json = parseJson(text)
  const value = read(json)
  ensure(JSON.stringify(json) === text, 'malformed', 'The receipt is not in its canonical form.')
  return value
}

function textOf(input: unknown): string {
  const isReadable = typeof input === 'string' || input instanceof Uint8Array
  ensure(isReadable, 'malformed', 'The receipt is neither a text nor bytes.')
  ensure(input.length <= maxParsedBytes, 'too-large', `The receipt has more than ${maxParsedBytes} bytes.`)
  return typeof input === 'string' ? input : utf8Text(input)
}

/** Before anything is parsed: most changes are found at once, and named as what they are. */
function ensureUndamaged(text: string): void {
  const end = Math.max(0, text.lastIndexOf(checkMember))
  ensure(checked(text.slice(0, end)) === text, 'malformed', 'The receipt was changed or damaged: its check differs.')
}

const checkMember = ',"check":"'

/** Adds the last member: the first twelve bytes of the hash of everything before it. It finds damage, not forgery. */
function checked(body: string): string {
  return `${body}${checkMember}${checkText(sha256(utf8Bytes(body)))}"}`
}

function checkText(hash: Uint8Array): string {
  return toBase64(hash.subarray(0, 12))
}

function readReceipt(json: unknown): Receipt {
  const { format, kind } = members(json)
  ensure(format === receiptFormat, 'malformed', `The format of the receipt is not ${receiptFormat}.`)
  if (kind === 'contract') return readContract(membersInOrder(json, contractNames))
  if (kind === 'movement') return readMovement(membersInOrder(json, ['format', 'kind', 'moved', 'events', 'check']))
  throw new ProofError('malformed', 'The receipt is of an unknown kind.')
}

const contractNames = ['format', 'kind', 'acceptance', 'placed', 'settled', 'events', 'ticks', 'frames', 'check']
const sealedNames = ['salt', 'item', 'index', 'path']
const placingNames = [...sealedNames, 'entryCount', 'batchHash', 'leaf']

function readContract(json: Readonly<Record<string, unknown>>): ContractReceipt {
  const events = elements(json['events']).map(readShard)
  const ticks = elements(json['ticks']).map(readTickShard)
  const isOneOrTwo = (shards: readonly unknown[]) => shards.length === 1 || shards.length === 2
  ensure(isOneOrTwo(events) && isOneOrTwo(ticks), 'malformed', 'A log has neither one shard nor two.')
  return {
    kind: 'contract',
    acceptance: textIn(json['acceptance']),
    placed: readPlacing(json['placed']),
    settled: readLogged(json['settled'], settledItem),
    events,
    ticks,
    frames: elements(json['frames']).map(readFrame),
  }
}

function readMovement(json: Readonly<Record<string, unknown>>): MovementReceipt {
  const [shard, ...more] = elements(json['events']).map(readShard)
  ensure(shard !== undefined && more.length === 0, 'malformed', 'The log of events does not have one shard.')
  return { kind: 'movement', moved: readLogged(json['moved'], movementItem), events: [shard] }
}

function readAcceptance(json: unknown): AcceptanceReceipt {
  const { format, acceptance, placed } = membersInOrder(json, ['format', 'acceptance', 'placed', 'check'])
  ensure(format === acceptanceFormat, 'malformed', `The format of the acceptance is not ${acceptanceFormat}.`)
  return { acceptance: textIn(acceptance), placed: readSealed(membersInOrder(placed, sealedNames), placedItem) }
}

function readSealed<Item>(json: Readonly<Record<string, unknown>>, structure: Structure<Item>): SealedItem<Item> {
  return {
    salt: hashIn(json['salt']),
    item: readEncoded(json['item'], structure),
    index: sizeIn(json['index']),
    path: hashesIn(json['path']),
  }
}

function readPlacing(value: unknown): LoggedPlacing {
  const isOfCell = members(value)['cell'] !== undefined
  const json = membersInOrder(value, [...placingNames, ...(isOfCell ? ['cell', 'sequence'] : [])])
  const { entryCount, batchHash, leaf, cell, sequence } = json
  const logged = { entryCount: sizeIn(entryCount), batchHash: hashIn(batchHash), leaf: sizeIn(leaf) }
  const place = isOfCell ? { cell: sizeIn(cell), sequence: sizeIn(sequence) } : {}
  return { ...readSealed(json, placedItem), ...logged, ...place }
}

function readLogged<Item>(value: unknown, structure: Structure<Item>): LoggedItem<Item> {
  const json = membersInOrder(value, [...sealedNames, 'batch', 'leaf'])
  const { batch, leaf } = json
  return { ...readSealed(json, structure), batch: readEncoded(batch, batchEvent), leaf: sizeIn(leaf) }
}

function readShard(value: unknown): ShardProof {
  const { checkpoint, proof } = membersInOrder(value, ['checkpoint', 'proof'])
  return { checkpoint: textIn(checkpoint), proof: hashesIn(proof) }
}

function readTickShard(value: unknown): TickShardProof {
  const { checkpoint, firstSlot, proof } = membersInOrder(value, ['checkpoint', 'firstSlot', 'proof'])
  return { checkpoint: textIn(checkpoint), firstSlot: sizeIn(firstSlot), proof: hashesIn(proof) }
}

function readFrame(value: unknown): ReceiptFrame {
  const [entry, record, path, ...more] = elements(value)
  ensure(more.length === 0, 'malformed', 'A frame is not an entry, a record and a path.')
  return {
    entry: readEncoded(entry, frameEntry),
    record: readEncoded(record, frameRecord),
    path: hashesIn(path),
  }
}

function readEncoded<Value>(value: unknown, { decode }: Structure<Value>): Encoded<Value> {
  const bytes = bytesIn(value)
  return { bytes, value: decode(bytes) }
}

function contractJson({ kind, acceptance, placed, settled, events, ticks, frames }: ContractReceipt): object {
  const { entryCount, batchHash, leaf } = placed
  return {
    format: receiptFormat,
    kind,
    acceptance,
    placed: { ...sealedJson(placed), entryCount, batchHash: toBase64(batchHash), leaf, ...placeOf(placed) },
    settled: loggedJson(settled),
    events: events.map(shardJson),
    ticks: ticks.map(({ checkpoint, firstSlot, proof }) => ({ checkpoint, firstSlot, proof: hashesText(proof) })),
    frames: frames.map(({ entry, record, path }) => [toBase64(entry.bytes), toBase64(record.bytes), hashesText(path)]),
  }
}

function movementJson({ kind, moved, events }: MovementReceipt): object {
  return { format: receiptFormat, kind, moved: loggedJson(moved), events: events.map(shardJson) }
}

/** A sealed item as its bytes. */
type SealedBytes = Omit<SealedItem<unknown>, 'item'> & { readonly item: Uint8Array }

function sealedJson({ item, ...sealed }: SealedItem<unknown>): object {
  return sealedBytesJson({ ...sealed, item: item.bytes })
}

function sealedBytesJson({ salt, item, index, path }: SealedBytes) {
  return { salt: toBase64(salt), item: toBase64(item), index, path: hashesText(path) }
}

function loggedJson({ batch, leaf, ...sealed }: LoggedItem<unknown>): object {
  return { ...sealedJson(sealed), batch: toBase64(batch.bytes), leaf }
}

function shardJson({ checkpoint, proof }: ShardProof): object {
  return { checkpoint, proof: hashesText(proof) }
}
