import type { SourceLimits } from '../live-source.ts'

/** Limits of a source for tests: connections and retries that take no time to speak of. */
export const quick: Partial<SourceLimits> = {
  connectMs: 500,
  silenceMs: 10_000,
  sendEveryMs: 5,
  renewEveryMs: 200,
  retry: { firstMs: 40, longestMs: 80, steadyMs: 10_000 },
}
