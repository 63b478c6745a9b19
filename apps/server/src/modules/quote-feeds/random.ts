/** A stream of numbers from 0 (included) to 1 (excluded). */
export type Draw = () => number

/** Numbers that depend only on the three keys: integer arithmetic, the same on every machine. */
export function randomAt(seed: number, stream: number, step: number): Draw {
  let state = mix(mix(mix(seed | 0) ^ stream) ^ (step | 0)) ^ mix(Math.floor(step / 2 ** 32) + 0x9e3779b9)
  return () => {
    state = (state + 0x9e3779b9) | 0
    return (mix(state) >>> 0) / 2 ** 32
  }
}

/** A normal variate as the sum of twelve uniform ones: no transcendental function, whose last digit differs between machines. */
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
