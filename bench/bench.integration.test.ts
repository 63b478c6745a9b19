import { expect, test } from 'vitest'
import { benches } from './catalogue.ts'

test.each(Object.entries(benches))('%s measures something at its smallest size, and what its bars are about', async (_name, bench) => {
  const figures = await bench.run(bench.smokeSizes)
  for (const { value, againstValue } of figures)
    expect([value, againstValue].every((number) => Number.isFinite(number) && number >= 0)).toBe(true)
  expect(figures.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(bench.bars)))
})
