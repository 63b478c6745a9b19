import { expect, test } from 'vitest'
import { trials } from './catalogue.ts'

/** Trials on demand only: one needs the built app and a browser, the other root, who alone mounts a small disk. */
const onDemand: readonly string[] = ['accessibility', 'full-disk']

/** Trials with a file of their own: one file with all of them would still run when every other has ended. */
const apart = { crashes: ['failover', 'kill', 'log', 'network', 'platform'], flood: ['flood'] } as const

/**
 * Declares a test for each trial of a file; `others` are those that no file is named for. Each must find nothing wrong.
 */
export function testSmoke(file: keyof typeof apart | 'others'): void {
  const elsewhere: readonly string[] = [...onDemand, ...Object.values(apart).flat()]
  const names = file === 'others' ? Object.keys(trials).filter((name) => !elsewhere.includes(name)) : apart[file]
  test.each(names)(
    '%s finds nothing wrong at its smallest size',
    async (name) => {
      const trial = trials[name]
      if (trial === undefined) throw new Error(`no trial is named ${name}`)
      const seed = Math.floor(Math.random() * (2 ** 31 - 1))
      const findings = await trial.run({ sizes: trial.smokeSizes, seed, progress: () => undefined })
      expect(findings.length).toBeGreaterThan(0)
      expect({ seed, failures: findings.flatMap(({ failures }) => failures) }).toEqual({ seed, failures: [] })
    },
    // The trial `kill` alone allows each of four recoveries a minute.
    300_000,
  )
}
