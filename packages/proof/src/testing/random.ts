import { sha256 } from '../hash.ts'
import { ByteWriter } from '../bytes.ts'

/** Reproducible random values: the same seed gives the same ones. */
export interface Random {
  /** An integer from 0 to below the bound. */
  below(bound: number): number
  chance(share: number): boolean
  bytes(length?: number): Uint8Array
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0
  // Mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below: (bound) => Math.floor(next() * bound),
    chance: (share) => next() < share,
    bytes: (length = 32) =>
      sha256(
        new ByteWriter()
          .u32(Math.floor(next() * 2 ** 32))
          .u32(state)
          .finish(),
      ).slice(0, length),
  }
}
