import type { Direction } from '@candor/formulas'
import type { Attacker } from './play.ts'
import { TapeReader } from './tape.ts'
import type { Tape } from './tape.ts'

const bps = 10_000
/** How fast the usual distance between two prices is learnt: the share of each new look. */
const learningRate = 0.002

/** Plays at every chance, in a direction drawn at random: what a player without knowledge loses. */
export function coinFlip(random: () => number): Attacker {
  return () => (random() < 0.5 ? 'up' : 'down')
}

/**
 * Watches a price that reaches the attacker at once, and plays towards it when it has left its usual distance from the
 * official price by `leastBps`.
 */
export function watcher(
  tape: Tape,
  { leastBps, priceDecimals }: { leastBps: number; priceDecimals: number },
): Attacker {
  const reader = new TapeReader(tape)
  let usual: number | null = null
  return ({ atMs, newest }) => {
    const seen = reader.midAt(atMs)
    if (seen === null) return null
    const official = Number(newest.ticks) / 10 ** priceDecimals
    const distance = ((seen - official) / official) * bps
    const surprise = usual === null ? 0 : distance - usual
    usual = usual === null ? distance : usual + learningRate * surprise
    return Math.abs(surprise) < leastBps ? null : towards(surprise)
  }
}

/**
 * Plays with (`sign` 1) or against (−1) the move of a price over the last `overMs`, where it is at least `leastBps`.
 */
export function follower(
  tape: Tape,
  { overMs, leastBps, sign }: { overMs: number; leastBps: number; sign: 1 | -1 },
): Attacker {
  const now = new TapeReader(tape)
  const before = new TapeReader(tape)
  return ({ atMs }) => {
    const [to, from] = [now.midAt(atMs), before.midAt(atMs - overMs)]
    if (to === null || from === null) return null
    const move = ((to - from) / from) * bps
    return Math.abs(move) < leastBps ? null : towards(sign * move)
  }
}

function towards(move: number): Direction {
  return move > 0 ? 'up' : 'down'
}
