/** A row of columns of eight bytes each, by the numbers of the columns. */
export interface PackedRow {
  bigint(column: number): bigint
  /** An integer from 0 to 2^53 − 1. */
  number(column: number): number
  /** What `together` put into a column. */
  high(column: number): number
  middle(column: number): number
  low(column: number): number
}

const cellBytes = 8

/** The SQL of a column of three numbers: an `integer`, and two that are not negative and fit 16 bits. */
export function together(high: string, middle: string, low: string): string {
  return `((${high})::bigint << 32) | ((${middle}) << 16) | (${low})`
}

/** Rows of columns of eight bytes, one after the other, as PostgreSQL sends them in one value. */
export class PackedRows implements PackedRow {
  readonly #view: DataView
  readonly #rowBytes: number
  #start = 0

  constructor(bytes: Uint8Array, columns: number) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    this.#rowBytes = columns * cellBytes
  }

  map<Row>(read: (row: PackedRow) => Row): Row[] {
    const rows: Row[] = []
    for (this.#start = 0; this.#start < this.#view.byteLength; this.#start += this.#rowBytes) rows.push(read(this))
    return rows
  }

  bigint(column: number): bigint {
    return this.#view.getBigInt64(this.#start + column * cellBytes)
  }

  number(column: number): number {
    const at = this.#start + column * cellBytes
    return this.#view.getUint32(at) * 2 ** 32 + this.#view.getUint32(at + 4)
  }

  high(column: number): number {
    return this.#view.getInt32(this.#start + column * cellBytes)
  }

  middle(column: number): number {
    return this.#view.getUint16(this.#start + column * cellBytes + 4)
  }

  low(column: number): number {
    return this.#view.getUint16(this.#start + column * cellBytes + 6)
  }
}
