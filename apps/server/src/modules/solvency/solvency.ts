import { liabilityBytes } from '@candor/proof/solvency'

/** The ledger's codes of the assets, in the order of a record. */
export const assetCodes: readonly [1, 2] = [1, 2]

/** The records of up to 512 customers, in the order of their ids. */
export interface RecordPack {
  readonly firstCustomerId: bigint
  readonly records: Uint8Array
}

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
  /** Records as `liability_packs` returns them. */
  readonly packs: readonly RecordPack[]
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

/** The account number as the customer knows it; empty where there is no login. */
export function accountOf(records: Uint8Array, offset: number): string {
  const number = viewOf(records).getUint32(offset + idBytes)
  return number === 0 ? '' : String(number)
}

export function customerIdOf(records: Uint8Array, offset: number): bigint {
  return viewOf(records).getBigInt64(offset)
}

/** The parts of the asset with this index in `assetCodes`. */
export function partsOf(records: Uint8Array, offset: number, index: number): Uint8Array {
  const start = offset + partsOffset + index * liabilityBytes
  return records.subarray(start, start + liabilityBytes)
}

/** Finds a customer among stored records. Null for a customer who is newer than the snapshot. */
export function findRecord(records: Uint8Array, customerId: bigint): StoredRecord | null {
  for (let offset = 0; offset < records.length; offset += storedRecordBytes) {
    if (customerIdOf(records, offset) !== customerId) continue
    const view = viewOf(records)
    return {
      account: accountOf(records, offset),
      leaves: assetCodes.map((asset, index) => ({
        asset,
        parts: partsOf(records, offset, index),
        position: view.getUint32(offset + readRecordBytes + index * 4),
      })),
    }
  }
  return null
}

/** Records with the positions of their leaves, which are given by asset and customer, from `first` on. */
export function withPositions(records: Uint8Array, positions: readonly Uint32Array[], first: number): Uint8Array {
  const count = records.length / readRecordBytes
  const stored = new Uint8Array(count * storedRecordBytes)
  const view = viewOf(stored)
  for (let customer = 0; customer < count; customer += 1) {
    const offset = customer * storedRecordBytes
    stored.set(records.subarray(customer * readRecordBytes, (customer + 1) * readRecordBytes), offset)
    for (const [index, ofAsset] of positions.entries())
      view.setUint32(offset + readRecordBytes + index * 4, ofAsset[first + customer] ?? 0)
  }
  return stored
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
