import { transparencySeeds } from '@candor/api'
import { toHex } from '@candor/proof'
import { seedCommitmentEvent, seedRevealedEvent } from '@candor/proof/encoding'
import { expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { seedRoutes } from './seeds-routes.ts'
import { readEvents } from './events-store.ts'
import { openLogWorld } from './testing/log-world.ts'

const world = closeAfterTests(await openLogWorld(await testDatabase()))

const dayMs = 86_400_000
const seed = new Uint8Array(32).fill(5)

async function read() {
  const [seeds] = seedRoutes(world.pool)
  if (seeds === undefined) throw new Error('there is no route')
  // The handler uses nothing of the call.
  const result = await seeds.handle({}, {} as never)
  if (!result.ok) throw new Error(result.error)
  return transparencySeeds.output.parse(result.value).items
}

const entryAt = async (place: { readonly shard: string; readonly index: number } | null) =>
  place === null ? null : (await readEvents(world.pool, place.shard, place.index, 1))[0]

test('are returned with their places in the log of events, the seed once it is revealed', async () => {
  const events = world.eventsLog()
  const today = Math.floor(Date.now() / dayMs)
  const over = today - 4
  await world.owner.query(
    'insert into market.seed_commitment (day, commitment, committed_ms) values ($1, sha256($2), 0)',
    [over, Buffer.from(seed)],
  )
  await world.owner.query('select market.commit_seed($1, $2)', [today, Buffer.alloc(32, 6)])
  expect((await read()).map(({ day, committed }) => [day, committed])).toEqual([
    [today, null],
    [over, null],
  ])
  await world.owner.query('update market.seed_commitment set seed = $2, revealed_ms = $3 where day = $1', [
    over,
    Buffer.from(seed),
    (over + 3) * dayMs,
  ])
  await world.seal(events)
  const [newest, oldest] = await read()
  expect(newest).toMatchObject({ day: today, seed: null, revealed: null })
  expect(oldest).toMatchObject({ day: over, seed: toHex(seed) })
  const commitment = Uint8Array.from(Buffer.from(oldest?.commitment ?? '', 'hex'))
  expect(await entryAt(oldest?.committed ?? null)).toEqual(
    seedCommitmentEvent.encode({ day: over, seedHash: commitment }),
  )
  expect(await entryAt(oldest?.revealed ?? null)).toEqual(seedRevealedEvent.encode({ day: over, seed }))
})
