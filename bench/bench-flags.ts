import { CommandLineError, readCommandLine } from '../apps/launcher/src/command-line.ts'
import type { Command, CommandOption } from '../apps/launcher/src/command-line.ts'
import type { Bar, Bench, Choices, Sizes } from './figure.ts'

type Benches = Readonly<Record<string, Bench>>

/** A benchmark as requested on the command line. */
export interface WantedBench {
  readonly name: string
  readonly bench: Bench
  readonly sizes: Sizes<string>
  readonly bars: Readonly<Record<string, Bar>>
  readonly chosen: Choices
}

/** The help page of `npm run bench`. */
export function benchCommand(benches: Benches): Command {
  const rows = (textOf: (bench: Bench) => string) =>
    Object.fromEntries(
      Object.entries(benches).flatMap(([name, bench]) => {
        const text = textOf(bench)
        return text === '' ? [] : [[name, text]]
      }),
    )
  return {
    name: 'bench',
    synopsis: '[NAME ...] [OPTION ...]',
    about:
      'Measures how fast Candor is, each figure against a peer in the same run. Without a name every benchmark runs, except\n' +
      'those that run only where they are named. Exits with 1 when a bar is missed.',
    sections: {
      Benchmarks: rows(({ about, isOnlyNamed }) => (isOnlyNamed === true ? `${about} (only where named)` : about)),
      'Sizes, changed with --SIZE NUMBER': rows(({ sizes }) => sizeList(sizes)),
      'Bars, changed with --bar.FIGURE NUMBER': rows(({ bars }) =>
        Object.entries(bars)
          .map(([name, { direction, limit, of }]) => `${name} ${direction} ${limit}${of === 'ratio' ? ' ×' : ''}`)
          .join(', '),
      ),
      'Choices, given as --CHOICE WORD,WORD or --CHOICE all': rows(({ choices = {} }) =>
        Object.entries(choices)
          .map(([name, words]) => `${name} ${words.join(', ')}`)
          .join('; '),
      ),
    },
    options: smokeOption,
    examples: {
      'orders settle': 'Two benchmarks',
      'orders --runs 9 --bar.orders-1024 12': 'Nine runs, and another bar',
      'load --languages de,zh': 'The first load in two more languages',
      '--smoke': 'Whether every benchmark still runs',
    },
  }
}

/** The option that every command with sizes has. */
export const smokeOption = {
  smoke: { type: 'boolean', text: 'Use the smallest sizes, and hold no bars' },
} as const satisfies Record<string, CommandOption>

/** The sizes with their values, for a help page. */
export function sizeList(sizes: Sizes<string>): string {
  return Object.entries(sizes)
    .map(([name, size]) => `${name} ${size}`)
    .join(', ')
}

/**
 * Parses names, `--<size> number`, `--bar.<figure> limit`, `--<choice> word,word` (or `all`) and `--smoke`. Without a
 * name, all benchmarks are included except those marked `isOnlyNamed`. Each size, bar or choice must belong to a
 * requested benchmark. Throws CommandLineError.
 */
export function parseBenchFlags(args: readonly string[], benches: Benches): WantedBench[] {
  const all = Object.values(benches)
  const { names, numbers, words, isSmoke } = readSizedCommand(args, {
    numbers: all.flatMap(({ sizes, bars }) => [
      ...Object.keys(sizes),
      ...Object.keys(bars).map((name) => `bar.${name}`),
    ]),
    words: all.flatMap(({ choices }) => Object.keys(choices ?? {})),
  })
  const everyday = Object.keys(benches).filter((name) => benches[name]?.isOnlyNamed !== true)
  const asked = names.length === 0 ? everyday : names
  const wanted = asked.map((name) => {
    const bench = Object.hasOwn(benches, name) ? benches[name] : undefined
    if (bench === undefined)
      throw new CommandLineError(`There is no benchmark “${name}”, but ${Object.keys(benches).join(', ')}.`)
    const sizes = isSmoke ? bench.smokeSizes : bench.sizes
    const bars = isSmoke ? {} : withBars(bench.bars, numbers)
    return { name, bench, sizes: withSizes(sizes, numbers), bars, chosen: chosenOf(bench.choices ?? {}, words) }
  })
  for (const flag of [...numbers.keys(), ...words.keys()]) {
    const isKnown = wanted.some(
      ({ bench, chosen }) =>
        flag in chosen || flag in bench.sizes || (flag.startsWith('bar.') && flag.slice(4) in bench.bars),
    )
    if (!isKnown) throw new CommandLineError(`--${flag} is no size, no bar and no choice of ${asked.join(', ')}.`)
  }
  return wanted
}

/** A parsed command line of names, sizes and choices. */
export interface SizedCommand {
  readonly names: readonly string[]
  readonly numbers: Map<string, number>
  readonly words: ReadonlyMap<string, readonly string[]>
  readonly isSmoke: boolean
}

/** Parses names, the options that take a number, those that take words, and `--smoke`. Throws CommandLineError. */
export function readSizedCommand(
  args: readonly string[],
  known: { readonly numbers: readonly string[]; readonly words: readonly string[] },
): SizedCommand {
  const option = { type: 'string', value: '', text: '' } as const
  const options: Record<string, CommandOption> = {
    ...smokeOption,
    ...Object.fromEntries([...known.numbers, ...known.words].map((name) => [name, option])),
  }
  const { values, positionals } = readCommandLine({ options }, args)
  const given = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' ? ([[name, value]] as const) : [],
  )
  const isWords = (name: string) => known.words.includes(name)
  return {
    names: positionals,
    numbers: new Map(given.flatMap(([name, text]) => (isWords(name) ? [] : [[name, numberOf(name, text)] as const]))),
    words: new Map(given.flatMap(([name, text]) => (isWords(name) ? [[name, wordsOf(name, text)] as const] : []))),
    isSmoke: values['smoke'] === true,
  }
}

function wordsOf(name: string, text: string): string[] {
  if (text === '') throw new CommandLineError(`--${name} needs words with commas between them, or all.`)
  return text.split(',')
}

function numberOf(name: string, text: string): number {
  const value = Number(text)
  if (text === '' || !Number.isFinite(value) || value < 0) throw new CommandLineError(`--${name} needs a number.`)
  return value
}

function chosenOf(choices: Choices, words: ReadonlyMap<string, readonly string[]>): Choices {
  const chosen = Object.entries(choices).flatMap(([name, known]) => {
    const wanted = words.get(name)
    if (wanted === undefined) return []
    if (wanted.includes('all')) return [[name, known] as const]
    const unknown = wanted.find((word) => !known.includes(word))
    if (unknown !== undefined) throw new CommandLineError(`--${name} knows no ${unknown}, but ${known.join(', ')}.`)
    return [[name, wanted] as const]
  })
  return Object.fromEntries(chosen)
}

/** The sizes, with values from the command line where given. */
export function withSizes(sizes: Sizes<string>, numbers: ReadonlyMap<string, number>): Sizes<string> {
  return Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, numbers.get(name) ?? size]))
}

function withBars(bars: Readonly<Record<string, Bar>>, numbers: ReadonlyMap<string, number>): Record<string, Bar> {
  return Object.fromEntries(
    Object.entries(bars).map(([name, bar]) => [name, { ...bar, limit: numbers.get(`bar.${name}`) ?? bar.limit }]),
  )
}
