import { liabilityBytes } from '@candor/proof/solvency'

/** The ledger's codes of the assets, in the order of a record. */
export const assetCodes: readonly [1, 2] = [1, 2]

/** The other side of the books in one asset, in units. */
export interface HouseSide {
  readonly asset: number
  /** What the accounts that belong to no customer say is owed to customers. */
  readonly owed: bigint
  readonly openPayout: bigint
}

/** What one transaction read of the books at one instant. */
export interface BooksReading {
  readonly atMs: bigint
  readonly house: readonly HouseSide[]
  readonly stripes: readonly { readonly stripe: number; readonly seq: bigint; readonly hash: Uint8Array }[]
  /** The records of all customers, in the order of their ids, in memory that a thread reads without a copy. */
  readonly records: Uint8Array<SharedArrayBuffer>
}

/** A customer's own leaves as they were stored. */
export interface StoredRecord {
  readonly account: string
  /** By asset, in the order of `assetCodes`. */
  readonly leaves: readonly { readonly asset: number; readonly parts: Uint8Array; readonly position: number }[]
}

const idBytes = 8
const partsOffset = idBytes + 4
/** Id, account number, and the parts of each asset. */
export const readRecordBytes = partsOffset + assetCodes.length * liabilityBytes
/** The same, and the position in each asset's tree. */
export const storedRecordBytes = readRecordBytes + assetCodes.length * 4

/** Records one after another, each of a fixed length: by number of the customer among them. */
export class LiabilityRecords {
  readonly count: number
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #recordBytes: number

  constructor(bytes: Uint8Array, recordBytes: number) {
    this.count = bytes.length / recordBytes
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#recordBytes = recordBytes
  }

  customerId(customer: number): bigint {
    return this.#view.getBigInt64(customer * this.#recordBytes)
  }

  /** The account number as the customer knows it; empty where there is no login. */
  account(customer: number): string {
    const number = this.#view.getUint32(customer * this.#recordBytes + idBytes)
    return number === 0 ? '' : String(number)
  }

  /** The parts of the asset with this index in `assetCodes`. */
  parts(customer: number, index: number): Uint8Array {
    const start = this.#partsOffset(customer, index)
    return this.#bytes.subarray(start, start + liabilityBytes)
  }

  amount(customer: number, index: number, part: number): bigint {
    return this.#view.getBigUint64(this.#partsOffset(customer, index) + 8 * part)
  }

  /** The position of the leaf of an asset, in stored records. */
  position(customer: number, index: number): number {
    return this.#view.getUint32(customer * this.#recordBytes + readRecordBytes + index * 4)
  }

  #partsOffset(customer: number, index: number): number {
    return customer * this.#recordBytes + partsOffset + index * liabilityBytes
  }
}

/** Finds a customer among stored records. Null for a customer who is newer than the snapshot. */
export function findRecord(bytes: Uint8Array, customerId: bigint): StoredRecord | null {
  const records = new LiabilityRecords(bytes, storedRecordBytes)
  for (let customer = 0; customer < records.count; customer += 1) {
    if (records.customerId(customer) !== customerId) continue
    return {
      account: records.account(customer),
      leaves: assetCodes.map((asset, index) => ({
        asset,
        parts: records.parts(customer, index),
        position: records.position(customer, index),
      })),
    }
  }
  return null
}

/** Records with the positions of their leaves, which are given by asset and customer. */
export function withPositions(records: Uint8Array, positions: readonly Uint32Array[]): Uint8Array {
  const count = records.length / readRecordBytes
  const stored = new Uint8Array(count * storedRecordBytes)
  const view = new DataView(stored.buffer)
  for (let customer = 0; customer < count; customer += 1) {
    const offset = customer * storedRecordBytes
    stored.set(records.subarray(customer * readRecordBytes, (customer + 1) * readRecordBytes), offset)
    for (const [index, ofAsset] of positions.entries())
      view.setUint32(offset + readRecordBytes + index * 4, ofAsset[customer] ?? 0)
  }
  return stored
}
