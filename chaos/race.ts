import * as z from 'zod/mini'
import type { Finding } from './trial.ts'
import type { WireAnswer, WireWorld } from './wire-world.ts'

/** Many requests of one customer at once, and their outcome. */
export type Race = (world: WireWorld, token: string, requests: number) => Promise<Finding>

const idSchema = z.object({ id: z.string() })

/** Sends so many requests without waiting for any. */
export function atOnce(requests: number, send: (index: number) => Promise<WireAnswer>): Promise<WireAnswer[]> {
  return Promise.all(Array.from({ length: requests }, (_, index) => send(index)))
}

/** The data of the successful responses. */
export function successes(answers: readonly WireAnswer[]): unknown[] {
  return answers.filter(({ error }) => error === null).map(({ data }) => data)
}

/** The ids that were acknowledged. */
export function acknowledgedIds(answers: readonly WireAnswer[]): Set<string> {
  return new Set(successes(answers).map((data) => z.parse(idSchema, data).id))
}

/** A failure unless what is stored, in units of 10⁻⁶, is over exactly these whole amounts. */
export function storedAre(what: string, units: readonly bigint[], coins: readonly bigint[]): string[] {
  const stored = units.map((each) => each / 1_000_000n).join(', ')
  return stored === coins.join(', ') ? [] : [`${what} are stored over ${stored}, not over ${coins.join(', ')}`]
}

/** A failure unless there is exactly one. */
export function one(what: string, ids: ReadonlySet<string>): string[] {
  return ids.size === 1 ? [] : [`${ids.size} ${what}`]
}

/** Responses other than success and the expected refusals. */
export function strangers(answers: readonly Pick<WireAnswer, 'error'>[], refusals: readonly string[]): string[] {
  return Object.entries(outcomes(answers)).flatMap(([name, count]) =>
    name === 'accepted' || refusals.includes(name) ? [] : [`${count} requests were answered ${name}`],
  )
}

/** The number of each response. */
export function outcomes(answers: readonly Pick<WireAnswer, 'error'>[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { error } of answers) counts[error ?? 'accepted'] = (counts[error ?? 'accepted'] ?? 0) + 1
  return counts
}
