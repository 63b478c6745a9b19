import { setTimeout as sleep } from 'node:timers/promises'
import { randomAt } from '../apps/server/src/modules/quote-feeds/random.ts'
import type { Told } from './flood-client.ts'

/** A customer or attacker whose acts are chosen by numbers from 0 to 1. */
export interface Actor {
  act(choice: number): Promise<Told>
}

/** Lets every client act at a rate, for a duration. A client only skips a turn beyond 50 acts in flight. */
export async function during(clients: readonly Actor[], everyMs: number, forMs: number, seed: number): Promise<Told[]> {
  const told: Told[] = []
  const one = async (client: Actor, index: number): Promise<void> => {
    const draw = randomAt(seed, index, 0)
    const pending = new Set<Promise<void>>()
    const endMs = performance.now() + forMs
    await sleep(draw() * everyMs)
    for (let nextMs = performance.now(); nextMs < endMs; nextMs += everyMs) {
      await sleep(Math.max(0, nextMs - performance.now()))
      if (pending.size >= 50) continue
      const doing: Promise<void> = client.act(draw()).then((answer) => {
        told.push(answer)
        pending.delete(doing)
      })
      pending.add(doing)
    }
    await Promise.all(pending)
  }
  await Promise.all(clients.map(one))
  return told
}
