import type { Bar, Bench, Sizes } from './figure.ts'

/** A benchmark as the command line wants it. */
export interface WantedBench {
  readonly name: string
  readonly bench: Bench
  readonly sizes: Sizes<string>
  readonly bars: Readonly<Record<string, Bar>>
}

/** The command line asks for what there is not. */
export class BenchFlagError extends Error {}

/**
 * Parses names, `--<size> number`, `--bar.<figure> limit` and `--smoke`. Without a name all are wanted.
 * A size or bar must belong to one of the wanted benchmarks. Throws BenchFlagError.
 */
export function parseBenchFlags(flags: readonly string[], benches: Readonly<Record<string, Bench>>): WantedBench[] {
  const { names, numbers, isSmoke } = readFlags(flags)
  const chosen = names.length === 0 ? Object.keys(benches) : names
  const wanted = chosen.map((name) => {
    const bench = Object.hasOwn(benches, name) ? benches[name] : undefined
    if (bench === undefined) throw new BenchFlagError(`There is no benchmark “${name}”, but ${Object.keys(benches).join(', ')}.`)
    const sizes = isSmoke ? bench.smokeSizes : bench.sizes
    return { name, bench, sizes: withSizes(sizes, numbers), bars: isSmoke ? {} : withBars(bench.bars, numbers) }
  })
  for (const flag of numbers.keys()) {
    const isKnown = wanted.some(({ bench }) => flag in bench.sizes || (flag.startsWith('bar.') && flag.slice(4) in bench.bars))
    if (!isKnown) throw new BenchFlagError(`--${flag} is no size and no bar of ${chosen.join(', ')}.`)
  }
  return wanted
}

/** Takes a command line of names, `--<name> number` and `--smoke` apart. Throws BenchFlagError. */
export function readFlags(flags: readonly string[]): { names: string[]; numbers: Map<string, number>; isSmoke: boolean } {
  const names: string[] = []
  const numbers = new Map<string, number>()
  let isSmoke = false
  for (let index = 0; index < flags.length; index += 1) {
    const flag = flags[index] ?? ''
    if (flag === '--smoke') isSmoke = true
    else if (!flag.startsWith('--')) names.push(flag)
    else {
      index += 1
      numbers.set(flag.slice(2), numberOf(flag, flags[index]))
    }
  }
  return { names, numbers, isSmoke }
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
  return Object.fromEntries(Object.entries(bars).map(([name, bar]) => [name, { ...bar, limit: numbers.get(`bar.${name}`) ?? bar.limit }]))
}
