/**
 * The attackers of `flood`, in a process of their own: the load of attacking must not slow normal customers down.
 * Receives its plan as a message, replies with the results, and ends.
 */
import process from 'node:process'
import * as z from 'zod/mini'
import { FloodClient } from './flood-client.ts'
import { during } from './flood-traffic.ts'

const planSchema = z.object({
  attackers: z.array(
    z.object({
      port: z.int(),
      address: z.string(),
      token: z.string(),
      account: z.string(),
      offers: z.array(z.object({ symbol: z.string(), durationMs: z.number(), termsVersion: z.string() })),
      genesisMs: z.number(),
    }),
  ),
  everyMs: z.number(),
  forMs: z.number(),
  seed: z.int(),
})

/** The attackers, their rates, and the duration. */
export type AttackPlan = z.infer<typeof planSchema>

async function attack({ attackers, everyMs, forMs, seed }: AttackPlan): Promise<void> {
  const clients = attackers.map((options) => new FloodClient(options))
  const told = await during(clients, everyMs, forMs, seed)
  for (const client of clients) client.close()
  process.send?.({ calls: told.length, refused: told.filter(({ isLimited }) => isLimited).length })
}

process.once('message', (message) => void attack(z.parse(planSchema, message)).finally(() => process.disconnect()))
