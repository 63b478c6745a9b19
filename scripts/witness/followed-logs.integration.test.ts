import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { noteVerifier, openCheckpoint } from '@candor/proof'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readGuards } from '../../apps/server/src/modules/transparency/guard-store.ts'
import { addLogFiles } from '../../apps/server/src/modules/transparency/log-routes.ts'
import { createLogSigner } from '../../apps/server/src/modules/transparency/log-signer.ts'
import type { LogSigner } from '../../apps/server/src/modules/transparency/log-signer.ts'
import { openLogWorld, testKey } from '../../apps/server/src/modules/transparency/testing/log-world.ts'
import type { LogWorld } from '../../apps/server/src/modules/transparency/testing/log-world.ts'
import { readWitnessList } from '../../apps/server/src/modules/transparency/witness-list.ts'
import { addWitnessRegistration } from '../../apps/server/src/modules/transparency/witness-registration-routes.ts'
import { WitnessRounds } from '../../apps/server/src/modules/transparency/witness-rounds.ts'
import { createLogger } from '../../apps/server/src/platform/logger.ts'
import { openTestDatabase } from '../../apps/server/src/platform/postgres/test-database.ts'
import type { TestDatabase } from '../../apps/server/src/platform/postgres/test-database.ts'
import { runWitnessCommand } from './witness-command.ts'
import type { RunningWitness } from './witness-command.ts'

const logger = createLogger({ level: 'silent', role: 'test' })
const before = createLogSigner(testKey)
const after = createLogSigner(Buffer.alloc(32, 8).toString('base64url'))

let database: TestDatabase
let world: LogWorld
let server: FastifyInstance
let url: string
let witness: RunningWitness | null
let printed: string[]
/** The key that the server shows for the log of prices in place of the one that signs; null for that one. */
let shownKey: LogSigner | null
let slots: number

beforeEach(async () => {
  database = await openTestDatabase()
  world = await openLogWorld(database)
  world.clock.set(Date.now())
  witness = null
  printed = []
  shownKey = null
  slots = 0
  // A witness that is closed may still be reading.
  server = Fastify({ forceCloseConnections: true })
  addLogFiles(server, { pool: world.pool, folder: world.folder, admit: () => true })
  addWitnessRegistration(server, { data: world.folder, logger })
  server.post('/api/transparency/checkpoints', async () => {
    const shards = await Promise.all(
      (['ticks', 'events'] as const).map(async (log) =>
        (await readGuards(world.pool, log)).map(({ shard, origin, vkey, firstSlot, size, note, signedMs }) => ({
          log,
          shard,
          origin,
          vkey: log === 'ticks' && shownKey !== null ? shownKey.vkey(origin) : vkey,
          firstSlot,
          size,
          checkpoint: note,
          signedMs,
        })),
      ),
    )
    return { code: 1, msg: '', data: { shards: shards.flat(), acceptanceVkey: null } }
  })
  url = (await server.listen({ port: 0, host: '127.0.0.1' })).replace('[::1]', '127.0.0.1')
})
afterEach(async () => {
  await witness?.close()
  await server.close()
  await world.close()
  await database.close()
})

/** Stores ten more slots, and seals both logs twice: the second round signs what the first one announced. */
async function seal(keys: { readonly signer?: LogSigner; readonly formerSigner?: LogSigner } = {}): Promise<void> {
  const [ticks, events] = [world.ticksLog(keys), world.eventsLog()]
  for (let round = 0; round < 3; round += 1) {
    await world.store(slots, slots + 9)
    slots += 10
    await world.seal(ticks)
    await world.seal(events)
  }
  expect([ticks.stoppedBy, events.stoppedBy]).toEqual([null, null])
}

async function start(...options: readonly string[]): Promise<RunningWitness> {
  await witness?.close()
  const folder = join(world.folder, 'w')
  const args = ['--log', url, '--name', 'club.test', '--data', folder, '--port', '0', ...options]
  witness = await runWitnessCommand(args, (line) => printed.push(line))
  return witness
}

/** Has the log ask the witness, as the sandbox does once it has registered. Returns the outcomes. */
async function ask(signers: { signer: LogSigner; former: LogSigner | null }): Promise<string[]> {
  const outcomes: string[] = []
  const rounds = new WitnessRounds({
    pool: world.pool,
    folder: world.folder,
    data: world.folder,
    mode: 'sandbox',
    witnesses: '',
    ownWitness: '',
    signers: { ticks: signers, events: { signer: before, former: null } },
    clock: world.clock,
    logger,
    onAsked: ({ log, outcome }) => outcomes.push(`${log} ${outcome}`),
  })
  await rounds.round()
  await rounds.settled()
  return outcomes
}

const knownKeys = async () => (await readFile(join(world.folder, 'w', 'logs.json'), 'utf8')).match(/log\.test[^"]*/g)

describe('a witness that is given the address of a log', () => {
  test('shows the keys of both logs, keeps them, and is counted by a sandbox on its machine', async () => {
    await seal()
    await start()
    const ticksKey = before.vkey('log.test/ticks/2026h1')
    expect(printed).toContain(`Key of log.test/ticks: ${ticksKey}`)
    expect(printed.join('\n')).toContain(`These keys were taken from ${url} itself.`)
    expect(printed.at(-1)).toMatch(/counts this witness, as one that was added on this machine/)
    const list = await readWitnessList({ witnesses: '', ownWitness: '', data: world.folder, mode: 'sandbox' })
    expect(list.witnesses).toMatchObject([{ name: 'club.test', place: 'this-machine', isIndependent: true }])
    expect(await ask({ signer: before, former: null })).toEqual(['ticks cosigned', 'events cosigned'])
    printed = []
    await start()
    expect(printed.filter((line) => line.startsWith('Key of'))).toEqual([])
  })

  test('refuses another key that nothing has announced, and says so', async () => {
    await seal()
    await start()
    expect(await ask({ signer: before, former: null })).toEqual(['ticks cosigned', 'events cosigned'])
    const known = await knownKeys()
    shownKey = after
    await start()
    expect(printed.join('\n')).toMatch(/shows another key for log\.test\/ticks than before.*It is not trusted/)
    expect(await knownKeys()).toEqual(known)
    expect(await ask({ signer: before, former: null })).toEqual(['ticks cosigned', 'events cosigned'])
    expect(await knownKeys()).toEqual(known)
  })

  test('takes a key that the log of events announces in leaves that it has cosigned', async () => {
    await seal()
    await start()
    expect(await ask({ signer: before, former: null })).toEqual(['ticks cosigned', 'events cosigned'])
    await seal({ signer: after, formerSigner: before })
    const [guard] = await readGuards(world.pool, 'ticks')
    expect(guard?.vkey).toBe(after.vkey('log.test/ticks/2026h1'))
    // It was away meanwhile: what announces the key is not among the leaves that it has cosigned yet.
    await start()
    expect(printed.join('\n')).toContain('It is not trusted')
    expect(await knownKeys()).toHaveLength(4)
    // The log shows both keys, so the witness cosigns by the one that it knows, and then finds the announcement.
    expect(await ask({ signer: after, former: before })).toEqual(['ticks cosigned', 'events cosigned'])
    await expect.poll(knownKeys).toHaveLength(5)
    await seal({ signer: after })
    expect(await ask({ signer: after, former: null })).toEqual(['ticks cosigned', 'events cosigned'])
  })

  test('begins with the keys of a file where one is named, and says where keys come from', async () => {
    await seal()
    const file = async (ticks: LogSigner, events: LogSigner | null) => {
      const path = join(world.folder, 'trusted.json')
      const eventsKeys = events === null ? [] : [events.vkey('log.test/events/2026h1')]
      const keys = { ticks: [ticks.vkey('log.test/ticks/2026h1')], events: eventsKeys, acceptance: [] }
      await writeFile(path, JSON.stringify(keys))
      return ['--trust', path] as const
    }
    await expect(start(...(await file(before, null)))).rejects.toThrow(
      'The file of trusted keys has no key of log.test/events.',
    )
    // A log whose first reading is a lie: by the file, it is not believed.
    await start(...(await file(after, before)))
    expect(printed).toContain(`Key of log.test/ticks: ${after.vkey('log.test/ticks/2026h1')}`)
    expect(printed.join('\n')).toMatch(/come from the file of trusted keys/)
    expect(printed.join('\n')).toMatch(/shows another key for log\.test\/ticks than before.*It is not trusted/)
    expect((await ask({ signer: before, former: null })).toSorted()).toEqual(['events cosigned', 'ticks refused'])
    // What the folder has kept must not be gone on with where a file says otherwise.
    await witness?.close()
    witness = null
    await expect(start(...(await file(before, before)))).rejects.toThrow(
      /has other keys of log\.test\/ticks than the file/,
    )
    expect((await knownKeys())?.length).toBe(4)
    await start(...(await file(after, before)))
  })

  test('cosigns the later shards of a log by the key that it has for it', async () => {
    await seal()
    const { url: address, key } = await start()
    const origin = 'log.test/events/2031h1'
    const note = await before.sign(origin, { size: 0, root: Buffer.from(emptyRootHex, 'hex') })
    const sent = await fetch(`${address}/add-checkpoint`, { method: 'POST', body: `old 0\n\n${note}` })
    expect(sent.status).toBe(200)
    const cosigned = `${note}${await sent.text()}`
    expect((await openCheckpoint(cosigned, [noteVerifier(key)])).checkpoint.origin).toBe(origin)
    const stranger = await after.sign(origin, { size: 0, root: Buffer.from(emptyRootHex, 'hex') })
    const refused = await fetch(`${address}/add-checkpoint`, { method: 'POST', body: `old 0\n\n${stranger}` })
    expect(refused.status).toBe(403)
  })

  test.each([
    ['is no Candor', () => 'http://127.0.0.1:9'],
    ['has no log yet', () => url],
  ])('ends with a sentence where the address %s', async (_, address) => {
    const folder = join(world.folder, 'none')
    const starting = runWitnessCommand(['--log', address(), '--data', folder, '--port', '0'])
    await expect(starting).rejects.toMatchObject({ name: 'UnreadableLog' })
  })
})

/** SHA-256 of nothing: the root of an empty tree. */
const emptyRootHex = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
