import { describe, expect, test } from 'vitest'
import { CommandLineError, helpText } from '../apps/launcher/src/command-line.ts'
import { benchCommand, parseBenchFlags } from './bench-flags.ts'
import { benches as catalogue } from './catalogue.ts'
import { atLeastRatio, bench } from './figure.ts'

const some = bench({
  about: 'Something that is tried.',
  sizes: { runs: [5, 1], orders: [100, 1] },
  bars: { rate: atLeastRatio(10) },
  run: () => Promise.resolve([]),
})
const spoken = bench({
  about: 'Something that is tried.',
  sizes: {},
  bars: {},
  choices: { languages: ['en', 'de', 'zh'] },
  run: () => Promise.resolve([]),
})
const large = { ...some, isOnlyNamed: true }
const benches = { some, other: some, spoken, large }

describe('the flags of the benchmarks', () => {
  test('change sizes and bars; without a name all are wanted but the costly', () => {
    const wanted = parseBenchFlags(['some', '--orders', '7', '--bar.rate', '3'], benches)
    expect(wanted).toMatchObject([{ name: 'some', sizes: { runs: 5, orders: 7 }, bars: { rate: { limit: 3 } } }])
    expect(parseBenchFlags([], benches).map(({ name }) => name)).toEqual(['some', 'other', 'spoken'])
    expect(parseBenchFlags(['large'], benches)).toHaveLength(1)
  })

  test('choose words, or all of them', () => {
    expect(parseBenchFlags(['spoken', '--languages', 'zh,de'], benches)).toMatchObject([
      { chosen: { languages: ['zh', 'de'] } },
    ])
    expect(parseBenchFlags(['spoken', '--languages', 'all'], benches)).toMatchObject([
      { chosen: { languages: ['en', 'de', 'zh'] } },
    ])
    expect(parseBenchFlags(['spoken'], benches)).toMatchObject([{ chosen: {} }])
  })

  test('ask for the smallest sizes and no bars in a smoke run', () => {
    expect(parseBenchFlags(['some', '--smoke'], benches)).toMatchObject([{ sizes: { runs: 1, orders: 1 }, bars: {} }])
  })

  test.each([
    [['none']],
    [['some', '--smoke=yes']],
    [['toString']],
    [['some', '--oders', '7']],
    [['some', '--orders']],
    [['some', '--orders', 'many']],
    [['spoken', '--languages', 'xx']],
    [['spoken', '--languages']],
    [['some', '--languages', 'de']],
  ])('are refused where they mean nothing: %o', (flags) => {
    expect(() => parseBenchFlags(flags, benches)).toThrow(CommandLineError)
  })
})

test('the help names every benchmark with its sizes and bars', () => {
  const text = helpText(benchCommand(catalogue))
  for (const [name, { about, sizes, bars }] of Object.entries(catalogue))
    for (const part of [name, about, ...Object.keys(sizes), ...Object.keys(bars)]) expect(text).toContain(part)
  expect(text).toContain('lighthouse   Lighthouse on the screens')
  expect(text).toMatch(/^ +load +languages .*\bde\b/m)
})
