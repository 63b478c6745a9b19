import { createCipheriv } from 'node:crypto'

/** A stream of numbers from 0 (included) to 1 (excluded). */
export type Draw = () => number

/** The stream of numbers of an instrument and a step. */
export type Draws = (stream: number, step: number) => Draw

const blockBytes = 16
/** Enough for a step of a simulation in one go. */
const blocksAtOnce = 5

/**
 * Random numbers that are unpredictable without the 32-byte key, however many are observed: AES-256 over stream, step
 * and a counter (counter mode of NIST SP 800-38A). The same key gives the same numbers.
 */
export function secretDraws(key: Uint8Array): Draws {
  // Blocks are all different, so that the plain mode of the cipher is counter mode, with one cipher for all streams.
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  return (stream, step) => {
    const counters = Buffer.alloc(blocksAtOnce * blockBytes)
    let drawn = Buffer.alloc(0)
    let offset = 0
    let block = 0
    return () => {
      if (offset === drawn.length) {
        for (let at = 0; at < counters.length; at += blockBytes, block += 1) {
          counters.writeUInt32BE(stream, at)
          counters.writeBigInt64BE(BigInt(step), at + 4)
          counters.writeUInt32BE(block, at + 12)
        }
        drawn = cipher.update(counters)
        offset = 0
      }
      offset += 4
      return drawn.readUInt32BE(offset - 4) / 2 ** 32
    }
  }
}

/**
 * Numbers that depend only on the three keys: integer arithmetic, identical on every machine. A few of them reveal the
 * seed and thus all later ones: only for tests, demonstrations and generated history.
 */
export function randomAt(seed: number, stream: number, step: number): Draw {
  let state = mix(mix(mix(seed | 0) ^ stream) ^ (step | 0)) ^ mix(Math.floor(step / 2 ** 32) + 0x9e3779b9)
  return () => {
    state = (state + 0x9e3779b9) | 0
    return (mix(state) >>> 0) / 2 ** 32
  }
}

/**
 * A normal variate as the sum of twelve uniform ones: no transcendental function, whose last digit differs between
 * machines.
 */
export function standardNormal(draw: Draw): number {
  let sum = -6
  for (let index = 0; index < 12; index += 1) sum += draw()
  return sum
}

/** A bijective hash of 32 bits (the finaliser of MurmurHash3, by Austin Appleby, public domain). */
function mix(value: number): number {
  let hash = value | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
