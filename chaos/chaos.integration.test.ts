import { expect, test } from 'vitest'
import { trials } from './catalogue.ts'

/** Trials that need the built app and a browser. */
const withApp: readonly string[] = ['accessibility']

test.each(Object.entries(trials).filter(([name]) => !withApp.includes(name)))(
  '%s finds nothing wrong at its smallest size',
  async (_name, { smokeSizes, run }) => {
    const seed = Math.floor(Math.random() * (2 ** 31 - 1))
    const findings = await run({ sizes: smokeSizes, seed, progress: () => undefined })
    expect(findings.length).toBeGreaterThan(0)
    expect({ seed, failures: findings.flatMap(({ failures }) => failures) }).toEqual({ seed, failures: [] })
  },
  // The trial `kill` alone allows each of four recoveries a minute.
  300_000,
)
