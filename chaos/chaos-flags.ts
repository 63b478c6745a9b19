import { BenchFlagError, readFlags, withSizes } from '../bench/bench-flags.ts'
import type { Sizes } from '../bench/figure.ts'
import type { Trial } from './trial.ts'

/** A trial as the command line wants it. */
export interface WantedTrial {
  readonly name: string
  readonly trial: Trial
  readonly sizes: Sizes<string>
}

/** Seeds are what a signed integer of 32 bits holds: generators take no more. */
const maxSeed = 2 ** 31 - 1

/**
 * Parses names, `--seed number`, `--<size> number` and `--smoke`. Without a name all are wanted; without a seed `draw` gives one.
 * A size must belong to one of the wanted trials. Throws BenchFlagError.
 */
export function parseChaosFlags(
  flags: readonly string[],
  trials: Readonly<Record<string, Trial>>,
  draw: () => number,
): { wanted: WantedTrial[]; seed: number } {
  const { names, numbers, isSmoke } = readFlags(flags)
  const seed = numbers.get('seed') ?? Math.floor(draw() * maxSeed)
  numbers.delete('seed')
  if (!Number.isInteger(seed) || seed > maxSeed) throw new BenchFlagError(`--seed needs an integer up to ${maxSeed}.`)
  const chosen = names.length === 0 ? Object.keys(trials) : names
  const wanted = chosen.map((name) => {
    const trial = Object.hasOwn(trials, name) ? trials[name] : undefined
    if (trial === undefined)
      throw new BenchFlagError(`There is no trial “${name}”, but ${Object.keys(trials).join(', ')}.`)
    return { name, trial, sizes: withSizes(isSmoke ? trial.smokeSizes : trial.sizes, numbers) }
  })
  for (const flag of numbers.keys())
    if (!wanted.some(({ trial }) => flag in trial.sizes))
      throw new BenchFlagError(`--${flag} is no size of ${chosen.join(', ')}.`)
  return { wanted, seed }
}
