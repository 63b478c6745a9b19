import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'
import { recordBytes } from '@candor/proof/encoding'

const hashBytes = 32

/**
 * Hashes trees over records without an object for each hash: a log of a week has 130 million records. Node returns a
 * digest as a string of bytes about three times as fast as in a buffer of its own.
 */
export class RecordsHasher {
  readonly #leaf = Buffer.alloc(1 + recordBytes)
  readonly #node = Buffer.alloc(1 + 2 * hashBytes)
  #row: Buffer = Buffer.alloc(256 * hashBytes)

  constructor() {
    this.#node[0] = 1
  }

  /**
   * The root (RFC 6962) over `count` records, which lie one after the other from `start` on. Valid until the next call.
   */
  rootOf(bytes: Buffer, start: number, count: number): Buffer {
    if (this.#row.length < count * hashBytes) this.#row = Buffer.alloc(count * hashBytes)
    const [row, leaf, node] = [this.#row, this.#leaf, this.#node]
    for (let index = 0; index < count; index += 1) {
      const from = start + index * recordBytes
      bytes.copy(leaf, 1, from, from + recordBytes)
      row.write(hash('sha256', leaf, 'binary'), index * hashBytes, hashBytes, 'binary')
    }
    // Joining neighbours level by level, the last one rising alone, gives the tree of RFC 6962.
    for (let width = count; width > 1; width = Math.ceil(width / 2)) {
      for (let index = 0; index + 1 < width; index += 2) {
        row.copy(node, 1, index * hashBytes, (index + 2) * hashBytes)
        row.write(hash('sha256', node, 'binary'), (index / 2) * hashBytes, hashBytes, 'binary')
      }
      if (width % 2 === 1) row.copy(row, ((width - 1) / 2) * hashBytes, (width - 1) * hashBytes, width * hashBytes)
    }
    if (count === 0) row.write(hash('sha256', '', 'binary'), 0, hashBytes, 'binary')
    return row.subarray(0, hashBytes)
  }
}
