import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The number of tests by outcome. */
export interface TestCounts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** Counts finished tests. A test that neither passed nor failed did not run, and counts as skipped. */
export function countTests(tests: Iterable<{ result(): { readonly state: string } }>): TestCounts {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const test of tests) {
    const { state } = test.result()
    counts[state === 'passed' || state === 'failed' ? state : 'skipped'] += 1
  }
  return counts
}

/** Whether the folder contains recorded market data. */
export function hasRecordings(folder: string): boolean {
  return existsSync(join(folder, 'MANIFEST.csv'))
}

/**
 * The last lines of a run. The very last is always "N passed, N failed", followed by the number of skipped tests, if
 * any.
 */
export function outcomeLines({ passed, failed, skipped }: TestCounts, recordingsPresent: boolean): string[] {
  const last = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  return recordingsPresent ? [last] : ['recordings: skipped', last]
}
