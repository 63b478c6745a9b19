import { CommandLineError } from '../apps/launcher/src/command-line.ts'
import type { Command } from '../apps/launcher/src/command-line.ts'
import { readSizedCommand, sizeList, withSizes } from '../bench/bench-flags.ts'
import type { Sizes } from '../bench/figure.ts'
import type { Trial } from './trial.ts'

type Trials = Readonly<Record<string, Trial>>

/** A trial as requested on the command line. */
export interface WantedTrial {
  readonly name: string
  readonly trial: Trial
  readonly sizes: Sizes<string>
}

/** Seeds are positive signed integers of 32 bits: generators take no more. */
const maxSeed = 2 ** 31 - 1

/** The help page of `npm run chaos`. */
export function chaosCommand(trials: Trials): Command {
  const entries = Object.entries(trials)
  return {
    name: 'chaos',
    synopsis: '[NAME ...] [OPTION ...]',
    about:
      'Breaks Candor on purpose and checks for damage. Without a name every trial runs. Exits with 1 when something was found.',
    sections: {
      Trials: Object.fromEntries(entries.map(([name, { about }]) => [name, about])),
      'Sizes, changed with --SIZE NUMBER': Object.fromEntries(
        entries.map(([name, { sizes }]) => [name, sizeList(sizes)]),
      ),
    },
    options: {
      seed: {
        type: 'string',
        value: 'NUMBER',
        text: 'Repeat what was done with this seed; one is drawn and printed otherwise',
      },
      smoke: { type: 'boolean', text: 'Use the smallest sizes' },
    },
    examples: {
      'model kill': 'Two trials',
      'model --seed 7 --commands 6000': 'The same histories as before',
      '--smoke': 'Whether every trial still runs',
    },
  }
}

/**
 * Parses names, `--seed number`, `--<size> number` and `--smoke`. Without a name, all trials are included; without a
 * seed, `draw` provides one. Each size must belong to a requested trial. Throws CommandLineError.
 */
export function parseChaosFlags(
  args: readonly string[],
  trials: Trials,
  draw: () => number,
): { wanted: WantedTrial[]; seed: number } {
  const { names, numbers, isSmoke } = readSizedCommand(args, {
    numbers: ['seed', ...Object.values(trials).flatMap(({ sizes }) => Object.keys(sizes))],
    words: [],
  })
  const seed = numbers.get('seed') ?? Math.floor(draw() * maxSeed)
  numbers.delete('seed')
  if (!Number.isInteger(seed) || seed > maxSeed) throw new CommandLineError(`--seed needs an integer up to ${maxSeed}.`)
  const chosen = names.length === 0 ? Object.keys(trials) : names
  const wanted = chosen.map((name) => {
    const trial = Object.hasOwn(trials, name) ? trials[name] : undefined
    if (trial === undefined)
      throw new CommandLineError(`There is no trial “${name}”, but ${Object.keys(trials).join(', ')}.`)
    return { name, trial, sizes: withSizes(isSmoke ? trial.smokeSizes : trial.sizes, numbers) }
  })
  for (const flag of numbers.keys())
    if (!wanted.some(({ trial }) => flag in trial.sizes))
      throw new CommandLineError(`--${flag} is no size of ${chosen.join(', ')}.`)
  return { wanted, seed }
}
