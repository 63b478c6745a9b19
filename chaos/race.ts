import * as z from 'zod/mini'
import { tokenHash } from '../apps/server/src/platform/token.ts'
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

/** What is stored for the customer of a session, in units of 10⁻⁶. */
const storedUnits = {
  orders:
    'select stake as units from contract.contract_order join identity.session using (customer_id) where token_hash = $1 order by order_id',
  withdrawals:
    'select amount as units from withdrawal.withdrawal join identity.session using (customer_id) where token_hash = $1 order by withdrawal_id',
} as const

/** A failure unless what is stored for a customer is over exactly these whole amounts. */
export async function storedAre(
  world: WireWorld,
  token: string,
  what: keyof typeof storedUnits,
  coins: readonly bigint[],
): Promise<string[]> {
  const { rows } = await world.owner.query<{ units: bigint }>(storedUnits[what], [tokenHash(token)])
  const stored = rows.map((row) => row.units / 1_000_000n).join(', ')
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
