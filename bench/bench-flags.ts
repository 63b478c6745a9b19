import type { Bar, Bench, Choices, Sizes } from './figure.ts'

/** A benchmark as the command line wants it. */
export interface WantedBench {
  readonly name: string
  readonly bench: Bench
  readonly sizes: Sizes<string>
  readonly bars: Readonly<Record<string, Bar>>
  readonly chosen: Choices
}

/** The command line asks for what there is not. */
export class BenchFlagError extends Error {}

/**
 * Parses names, `--<size> number`, `--bar.<figure> limit`, `--<choice> word,word` (or `all`) and `--smoke`. Without a name all are wanted
 * but those that run only where they are named. A size, bar or choice must belong to one of the wanted benchmarks. Throws BenchFlagError.
 */
export function parseBenchFlags(flags: readonly string[], benches: Readonly<Record<string, Bench>>): WantedBench[] {
  const choices = Object.values(benches).flatMap((bench) => Object.keys(bench.choices ?? {}))
  const { names, numbers, words, isSmoke } = readFlags(flags, choices)
  const everyday = Object.keys(benches).filter((name) => benches[name]?.isOnlyNamed !== true)
  const asked = names.length === 0 ? everyday : names
  const wanted = asked.map((name) => {
    const bench = Object.hasOwn(benches, name) ? benches[name] : undefined
    if (bench === undefined)
      throw new BenchFlagError(`There is no benchmark “${name}”, but ${Object.keys(benches).join(', ')}.`)
    const sizes = isSmoke ? bench.smokeSizes : bench.sizes
    const bars = isSmoke ? {} : withBars(bench.bars, numbers)
    return { name, bench, sizes: withSizes(sizes, numbers), bars, chosen: chosenOf(bench.choices ?? {}, words) }
  })
  for (const flag of [...numbers.keys(), ...words.keys()]) {
    const isKnown = wanted.some(
      ({ bench, chosen }) =>
        flag in chosen || flag in bench.sizes || (flag.startsWith('bar.') && flag.slice(4) in bench.bars),
    )
    if (!isKnown) throw new BenchFlagError(`--${flag} is no size, no bar and no choice of ${asked.join(', ')}.`)
  }
  return wanted
}

/** A command line, taken apart. */
export interface ReadFlags {
  readonly names: readonly string[]
  readonly numbers: Map<string, number>
  readonly words: ReadonlyMap<string, readonly string[]>
  readonly isSmoke: boolean
}

/** Takes a command line of names, `--<name> number` and `--smoke` apart; flags of `choices` take words. Throws BenchFlagError. */
export function readFlags(flags: readonly string[], choices: readonly string[] = []): ReadFlags {
  const names: string[] = []
  const numbers = new Map<string, number>()
  const words = new Map<string, readonly string[]>()
  let isSmoke = false
  for (let index = 0; index < flags.length; index += 1) {
    const flag = flags[index] ?? ''
    if (flag === '--smoke') isSmoke = true
    else if (!flag.startsWith('--')) names.push(flag)
    else {
      index += 1
      if (choices.includes(flag.slice(2))) words.set(flag.slice(2), wordsOf(flag, flags[index]))
      else numbers.set(flag.slice(2), numberOf(flag, flags[index]))
    }
  }
  return { names, numbers, words, isSmoke }
}

function wordsOf(flag: string, text: string | undefined): string[] {
  if (text === undefined || text === '')
    throw new BenchFlagError(`${flag} needs words with commas between them, or all.`)
  return text.split(',')
}

function chosenOf(choices: Choices, words: ReadonlyMap<string, readonly string[]>): Choices {
  const chosen = Object.entries(choices).flatMap(([name, known]) => {
    const wanted = words.get(name)
    if (wanted === undefined) return []
    if (wanted.includes('all')) return [[name, known] as const]
    const unknown = wanted.find((word) => !known.includes(word))
    if (unknown !== undefined) throw new BenchFlagError(`--${name} knows no ${unknown}, but ${known.join(', ')}.`)
    return [[name, wanted] as const]
  })
  return Object.fromEntries(chosen)
}

function numberOf(flag: string, text: string | undefined): number {
  const value = Number(text)
  if (text === undefined || !Number.isFinite(value) || value < 0) throw new BenchFlagError(`${flag} needs a number.`)
  return value
}

/** The sizes, where named with the numbers of the command line. */
export function withSizes(sizes: Sizes<string>, numbers: ReadonlyMap<string, number>): Sizes<string> {
  return Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, numbers.get(name) ?? size]))
}

function withBars(bars: Readonly<Record<string, Bar>>, numbers: ReadonlyMap<string, number>): Record<string, Bar> {
  return Object.fromEntries(
    Object.entries(bars).map(([name, bar]) => [name, { ...bar, limit: numbers.get(`bar.${name}`) ?? bar.limit }]),
  )
}
