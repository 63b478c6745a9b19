import { expect } from 'vitest'
import type { Bench } from './figure.ts'

/** Runs a benchmark at its smallest size: it must produce figures, including those with bars. */
export async function expectFigures(bench: Bench): Promise<void> {
  const figures = await bench.run(bench.smokeSizes)
  for (const { value, againstValue } of figures)
    expect([value, againstValue].every((number) => Number.isFinite(number) && number >= 0)).toBe(true)
  expect(figures.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(bench.bars)))
}

/** Benchmarks that need the built app, or a browser. */
export const withApp: readonly string[] = ['start', 'load', 'proof', 'update-cost', 'interaction', 'memory']
