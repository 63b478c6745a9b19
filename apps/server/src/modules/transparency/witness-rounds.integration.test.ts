import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatVerifierKey, noteVerifier, openCheckpoint, parseVerifierKey } from '@candor/proof'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLogger } from '../../platform/logger.ts'
import { beginSealing, openShard, readGuards } from './guard-store.ts'
import { createLogSigner } from './log-signer.ts'
import type { SealedLog } from './sealer.ts'
import { cosignAs, respond, startFakeWitness } from './testing/fake-witness.ts'
import type { Behaviour, FakeWitness } from './testing/fake-witness.ts'
import { testKey } from './testing/log-world.ts'
import type { LogWorld } from './testing/log-world.ts'
import { openGrowingLog } from './testing/own-log.ts'
import type { GrowingLog } from './testing/own-log.ts'
import { witnessKey } from './testing/test-witness.ts'
import { newestCosigned } from './newest-cosigned.ts'
import { WitnessRounds } from './witness-rounds.ts'
import type { WitnessRoundsOptions } from './witness-rounds.ts'
import { readCosignedHeads, readWitnesses } from './witness-store.ts'

let world: LogWorld
let ticks: SealedLog
let grow: GrowingLog['grow']
const witnesses: FakeWitness[] = []
let outcomes: string[] = []

beforeEach(async () => {
  ;({ world, ticks, grow } = await openGrowingLog())
  outcomes = []
})
afterEach(async () => {
  for (const witness of witnesses.splice(0)) await witness.close()
})

const signer = createLogSigner(testKey)
const shard = '2026h1'
const vkeyOf = async (byte: number) => formatVerifierKey((await witnessKey(byte)).key)

async function witness(behave: Behaviour): Promise<FakeWitness> {
  const started = await startFakeWitness(behave)
  witnesses.push(started)
  return started
}

/** A policy with witnesses by the bytes of their keys, any of which suffices. */
async function policyOf(...listed: [byte: number, url: string][]): Promise<string> {
  const lines = await Promise.all(listed.map(async ([byte, url]) => `witness w${byte} ${await vkeyOf(byte)} ${url}\n`))
  return `${lines.join('')}group some any ${listed.map(([byte]) => `w${byte}`).join(' ')}\nquorum some\n`
}

function rounds(options: Partial<WitnessRoundsOptions> = {}): WitnessRounds {
  return new WitnessRounds({
    pool: world.pool,
    folder: world.folder,
    data: world.folder,
    mode: 'live',
    witnesses: '',
    ownWitness: '',
    signers: { ticks: { signer, former: null }, events: { signer, former: null } },
    clock: world.clock,
    logger: createLogger({ level: 'silent', role: 'test' }),
    limits: { timeoutMs: 3_000, maxBytes: 65_536 },
    random: () => 0.5,
    onCosigned: ({ log, ...cosignature }) => {
      if (log === 'ticks') ticks.take(cosignature)
    },
    onAsked: ({ outcome }) => outcomes.push(outcome),
    ...options,
  })
}

async function ask(asking: WitnessRounds, afterMs = 10_000): Promise<void> {
  world.clock.advance(afterMs)
  await asking.round()
  await asking.settled()
}

const cosignedSizes = async () => (await readCosignedHeads(world.pool)).map(({ size }) => size)

describe('a witness that works', () => {
  test('is asked for each shard from the size that it has confirmed, also after a restart', async () => {
    const one = await witness(cosignAs(1))
    const asking = rounds({ witnesses: await policyOf([1, one.url]) })
    await grow(300)
    await ask(asking)
    await grow(400)
    await ask(asking)
    await ask(rounds({ witnesses: await policyOf([1, one.url]) }))
    expect(one.requests.map(({ oldSize, size }) => [oldSize, size])).toEqual([
      [0, 300],
      [300, 700],
      [700, 700],
    ])
    expect(await cosignedSizes()).toEqual([700])
  })

  test('has its cosignature served with the checkpoint, until a newer one replaces that', async () => {
    const [one, two] = [await witness(cosignAs(1)), await witness(cosignAs(2))]
    const asking = rounds({ witnesses: await policyOf([1, one.url], [2, two.url]) })
    await grow(10)
    await ask(asking)
    await ticks.round()
    const [guard] = await readGuards(world.pool, 'ticks')
    const served = () => readFile(join(world.folder, 'ticks', shard, 'checkpoint'), 'utf8')
    const known = [guard?.vkey ?? '', await vkeyOf(1), await vkeyOf(2)].map((vkey) =>
      noteVerifier(parseVerifierKey(vkey)),
    )
    const signers = (await openCheckpoint(await served(), known)).signatures.map(({ by }) => by.name)
    expect(new Set(signers)).toEqual(new Set([guard?.origin, 'w1.test/witness', 'w2.test/witness']))
    await ask(asking)
    await ticks.round()
    expect((await served()).match(/^— /gm)).toHaveLength(3)
    // The next sealer takes the served file for its own.
    const restarted = world.ticksLog()
    await restarted.round()
    expect(restarted.stoppedBy).toBeNull()
    ticks = restarted
    await grow(10, restarted)
    expect((await openCheckpoint(await served(), known)).signatures).toHaveLength(1)
  })

  test('is asked again with its own size where it has another one', async () => {
    const one = await witness((request, response) =>
      request.oldSize === 4 ? cosignAs(1)(request, response) : respond(409, '4\n')(request, response),
    )
    await grow(10)
    await ask(rounds({ witnesses: await policyOf([1, one.url]) }))
    expect(one.requests.map(({ oldSize }) => oldSize)).toEqual([0, 4])
    expect(await cosignedSizes()).toEqual([10])
  })

  test('cosigns the last checkpoint of a shard that has ended once, and then no more', async () => {
    const one = await witness(cosignAs(1))
    const asking = rounds({ witnesses: await policyOf([1, one.url]) })
    await grow(10)
    await openShard(world.pool, 'ticks', {
      fence: await beginSealing(world.pool, 'ticks'),
      shard: '2026h2',
      origin: 'log.test/ticks/2026h2',
      vkey: signer.vkey('log.test/ticks/2026h2'),
      firstSlot: 30_000_000,
    })
    for (let round = 0; round < 3; round += 1) await ask(asking)
    expect(one.requests.map(({ origin }) => origin)).toEqual(['log.test/ticks/2026h1'])
  })

  test('is shown both keys during a change of keys', async () => {
    const one = await witness(cosignAs(1))
    await grow(10)
    const former = createLogSigner(Buffer.alloc(32, 9).toString('base64url'))
    await ask(rounds({ witnesses: await policyOf([1, one.url]), signers: bothOf(former) }))
    const note = one.requests[0]?.note ?? ''
    for (const key of [signer, former]) {
      const verifier = noteVerifier(parseVerifierKey(key.vkey('log.test/ticks/2026h1')))
      expect((await openCheckpoint(note, [verifier])).checkpoint.size).toBe(10)
    }
  })

  const bothOf = (former: ReturnType<typeof createLogSigner>) => ({
    ticks: { signer, former },
    events: { signer, former: null },
  })
})

describe('a witness that does not', () => {
  const cases: [name: string, behave: Behaviour, outcome: string][] = [
    ['hangs', () => undefined, 'unreachable'],
    [
      'sends a byte now and then',
      (_, response) => void setInterval(() => response.write('—'), 50).unref(),
      'unreachable',
    ],
    ['sends a giant body', (_, response) => void response.end('a'.repeat(10_000_000)), 'unreachable'],
    ['closes the connection', ({ message }) => void message.socket.destroy(), 'unreachable'],
    ['redirects', respond(307, '', { location: 'http://127.0.0.1:1/' }), 'refused'],
    ['sends garbage', respond(200, 'garbage\n'), 'malformed'],
    ['sends nothing', respond(200, ''), 'malformed'],
    ['cosigns with another key', cosignAs(5), 'wrong-signature'],
    ['cosigns at a time that is long ago', cosignAs(1, 1_700_000_000), 'wrong-signature'],
    [
      'cosigns another checkpoint',
      ({ note, ...rest }, response) => cosignAs(1)({ ...rest, note: note.replace(/\n\d+\n/, '\n999\n') }, response),
      'wrong-signature',
    ],
    ['does not know the log', respond(404, ''), 'refused'],
    ['does not know the key', respond(403, ''), 'refused'],
    ['refuses the proof', respond(422, ''), 'disagrees'],
    ['has a larger log', respond(409, '11\n'), 'disagrees'],
    ['has no number', respond(409, 'many\n'), 'malformed'],
    [
      'has another size each time',
      ({ oldSize }, response) => void respond(409, `${oldSize + 1}\n`)({} as never, response),
      'malformed',
    ],
    ['fails', respond(500, ''), 'refused'],
  ]
  test.each(cases)('delays no other one: it %s', async (_, behave, outcome) => {
    const [bad, good] = [await witness(behave), await witness(cosignAs(2))]
    const asking = rounds({ witnesses: await policyOf([1, bad.url], [2, good.url]) })
    await grow(10)
    await ask(asking)
    expect(outcomes.toSorted()).toEqual(['cosigned', outcome].toSorted())
    expect(await readCosignedHeads(world.pool)).toMatchObject([{ vkey: await vkeyOf(2), size: 10 }])
    await grow(10)
    await ask(asking)
    expect(await readCosignedHeads(world.pool)).toMatchObject([{ vkey: await vkeyOf(2), size: 20 }])
  })

  test('is not waited for: others are asked again while it hangs', async () => {
    const [bad, good] = [await witness(() => undefined), await witness(cosignAs(2))]
    const limits = { timeoutMs: 60_000, maxBytes: 65_536 }
    const asking = rounds({ witnesses: await policyOf([1, bad.url], [2, good.url]), limits })
    for (const size of [10, 20]) {
      await grow(10)
      world.clock.advance(10_000)
      await asking.round()
      await expect.poll(() => cosignedSizes()).toEqual([size])
    }
    expect(outcomes).toEqual(['cosigned', 'cosigned'])
    expect(bad.requests).toHaveLength(1)
    await bad.close()
    await asking.settled()
    expect(outcomes).toEqual(['cosigned', 'cosigned', 'unreachable'])
  })

  test('is asked less often, and cosigns once it works', async () => {
    const one = await witness(respond(500, ''))
    const asking = rounds({ witnesses: await policyOf([1, one.url]) })
    await grow(10)
    const asked: number[] = []
    for (let second = 10; second <= 300; second += 10) {
      const before = one.requests.length
      await ask(asking)
      if (one.requests.length > before) asked.push(second)
    }
    expect(asked).toEqual([10, 20, 40, 80, 140, 200, 260])
    one.behave = cosignAs(1)
    await ask(asking, 60_000)
    expect(await cosignedSizes()).toEqual([10])
  })
})

describe('the list of witnesses', () => {
  test('is read again while the log runs, and a policy that is none changes nothing', async () => {
    const one = await witness(cosignAs(1))
    const lists: (readonly string[])[] = []
    const asking = rounds({ onListed: (names) => lists.push(names) })
    await grow(10)
    await ask(asking)
    expect(await readWitnesses(world.pool)).toEqual([])
    const path = join(world.folder, 'witnesses.txt')
    await writeFile(path, await policyOf([1, one.url]))
    await ask(asking, 1_000)
    expect(await cosignedSizes()).toEqual([10])
    expect(await newestCosigned(world.pool, { log: 'ticks', shard, leastSize: 10 })).toMatchObject({ size: 10 })
    await writeFile(path, 'witness me\n')
    await ask(asking)
    expect(await readWitnesses(world.pool)).toHaveLength(1)
    await writeFile(path, 'quorum none\n')
    await ask(asking)
    expect(await readWitnesses(world.pool)).toEqual([])
    expect(lists).toEqual([[], [parseVerifierKey(await vkeyOf(1)).name], []])
  })

  test('counts a witness on this machine in the sandbox only, and the sandbox’s own never', async () => {
    const settings = {
      witnesses: await policyOf([1, 'http://127.0.0.1:9/'], [2, 'https://w2.test/']),
      ownWitness: `${await vkeyOf(3)} http://127.0.0.1:9/`,
    }
    await writeFile(
      join(world.folder, 'witnesses-here.txt'),
      `witness a ${await vkeyOf(3)} http://localhost:9/\nwitness b ${await vkeyOf(4)} http://[::1]:9/\n` +
        `witness c ${await vkeyOf(5)} http://stranger.test/\n`,
    )
    const listed = async (mode: 'live' | 'sandbox') => {
      await rounds({ ...settings, mode }).round()
      const found = await readWitnesses(world.pool)
      return found.map(({ name, place, isIndependent }) => `${name.slice(0, 2)} ${place} ${isIndependent}`).toSorted()
    }
    expect(await listed('live')).toEqual(['w1 this-machine false', 'w2 elsewhere true'])
    expect(await listed('sandbox')).toEqual([
      'w1 this-machine true',
      'w2 elsewhere true',
      'w3 own false',
      'w4 this-machine true',
    ])
  })
})
