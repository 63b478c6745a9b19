import { describe, expect, test } from 'vitest'
import { CommandLineError, helpText } from '../apps/launcher/src/command-line.ts'
import { trials as catalogue } from './catalogue.ts'
import { chaosCommand, parseChaosFlags } from './chaos-flags.ts'
import { judge, jsonLine, tableLines, trial } from './trial.ts'

const some = trial({
  about: 'Something that is tried.',
  sizes: { kills: [50, 1], lanes: [8, 2] },
  run: () => Promise.resolve([]),
})
const trials = { some, other: some }
const draw = () => 0.5

describe('the flags of the trials', () => {
  test('change sizes and the seed; without a name all are wanted, without a seed one is drawn', () => {
    expect(parseChaosFlags(['some', '--kills', '7', '--seed', '12'], trials, draw)).toMatchObject({
      wanted: [{ name: 'some', sizes: { kills: 7, lanes: 8 } }],
      seed: 12,
    })
    const all = parseChaosFlags([], trials, draw)
    expect(all.wanted.map(({ name }) => name)).toEqual(['some', 'other'])
    expect(all.seed).toBe(2 ** 30 - 1)
  })

  test('ask for the smallest sizes in a smoke run', () => {
    expect(parseChaosFlags(['some', '--smoke'], trials, draw).wanted).toMatchObject([{ sizes: { kills: 1, lanes: 2 } }])
  })

  test.each([
    [['none']],
    [['toString']],
    [['some', '--kill', '7']],
    [['some', '--seed', '1.5']],
    [['some', '--seed', '4294967296']],
  ])('are refused where they mean nothing: %o', (flags) => {
    expect(() => parseChaosFlags(flags, trials, draw)).toThrow(CommandLineError)
  })
})

describe('a finding', () => {
  const good = judge({ name: 'kill', size: 50, failures: [], figures: { recoveryMs: 812.34 } }, 7)
  const bad = judge({ name: 'kill', size: 50, failures: ['an order was lost'] }, 7)

  test('holds where nothing failed, and is broken by one failure', () => {
    expect([good.ok, bad.ok, bad.failures]).toEqual([true, false, 1])
  })

  test('is one line of JSON with its figures, and one line of a table with its verdict', () => {
    expect(JSON.parse(jsonLine(good))).toEqual({
      name: 'kill',
      size: 50,
      seed: 7,
      failures: 0,
      ok: true,
      examples: [],
      recoveryMs: 812.34,
    })
    expect(tableLines([good, bad]).map((line) => line.split(/ {2,}/).at(-1))).toEqual(['figures', 'held', 'BROKEN'])
  })
})

test('the help names every trial with its sizes', () => {
  const text = helpText(chaosCommand(catalogue))
  for (const [name, { about, sizes }] of Object.entries(catalogue))
    for (const part of [name, about, ...Object.keys(sizes)]) expect(text).toContain(part)
  expect(text).toContain('--seed NUMBER')
})
