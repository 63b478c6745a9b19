import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  carryOut,
  formatVerifierKey,
  leafHash,
  noteSigner,
  noteVerifier,
  openCheckpoint,
  parseCosignature,
  planConsistency,
  signCheckpoint,
  signerKey,
  signWith,
  toBase64,
  treeRoot,
} from '@candor/proof'
import type { SignerKey } from '@candor/proof'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runWitnessCommand } from './witness-command.ts'
import type { RunningWitness } from './witness-command.ts'

const origin = 'candor.test/ticks/2026h2'
const seed = (byte: number) => new Uint8Array(32).fill(byte)
const logKey = await signerKey({ name: origin, type: 'ed25519', seed: seed(1) })
const witnessKey = await signerKey({ name: 'w', type: 'cosignature', seed: seed(4) })
const otherKey = await signerKey({ name: origin, type: 'ed25519', seed: seed(2) })

/** The leaf hashes of a log. Another history differs from the leaf `from` on. */
const history = (size: number, from = Infinity) =>
  Array.from({ length: size }, (_, index) => leafHash(Uint8Array.of(index, index >= from ? 1 : 0)))

async function note(leaves: readonly Uint8Array[], key: SignerKey = logKey, name = origin): Promise<string> {
  const signer = { ...noteSigner(key.key, signWith(key)) }
  return signCheckpoint({ origin: name, size: leaves.length, root: treeRoot(leaves), extensions: [] }, [signer])
}

function consistency(oldSize: number, leaves: readonly Uint8Array[]): Promise<Uint8Array[]> {
  return carryOut(planConsistency({ oldSize, newSize: leaves.length }), (nodes) =>
    nodes.map(({ level, index }) => treeRoot(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level))),
  )
}

function request(oldSize: number, proof: readonly Uint8Array[], signed: string): string {
  return `old ${oldSize}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${signed}`
}

let folder: string
let witness: RunningWitness

async function start(): Promise<RunningWitness> {
  const log = formatVerifierKey(logKey.key)
  return runWitnessCommand(['--log', log, '--name', 'club.test/witness', '--data', join(folder, 'w'), '--port', '0'])
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-witness-'))
  witness = await start()
})

afterEach(async () => {
  await witness.close()
  await rm(folder, { recursive: true, force: true })
})

const post = (body: string | Uint8Array<ArrayBuffer>) =>
  fetch(`${witness.url}/add-checkpoint`, { method: 'POST', body })

async function add(oldSize: number, leaves: readonly Uint8Array[]): Promise<Response> {
  const proof = oldSize === 0 || oldSize === leaves.length ? [] : await consistency(oldSize, leaves)
  return post(request(oldSize, proof, await note(leaves)))
}

describe('a witness', () => {
  it('cosigns a log that grows, with a time, and stores what it cosigned', async () => {
    for (const [old, size] of [
      [0, 0],
      [0, 3],
      [3, 3],
      [3, 8],
      [8, 21],
    ] as const) {
      const response = await add(old, history(size))
      expect([old, size, response.status]).toEqual([old, size, 200])
      const lines = await response.text()
      const signed = `${await note(history(size))}${lines}`
      const { signatures } = await openCheckpoint(signed, [noteVerifier(witness.key)])
      const [{ signature } = { signature: new Uint8Array() }] = signatures
      expect(Math.abs(parseCosignature('cosignature', signature).timeSeconds - Date.now() / 1_000)).toBeLessThan(60)
      const monitored = await fetch(`${witness.url}/checkpoint?origin=${encodeURIComponent(origin)}`)
      expect(await monitored.text()).toBe(signed)
    }
  })

  it('refuses a second history, however it is presented, also after a restart', async () => {
    expect((await add(0, history(10))).status).toBe(200)
    const fork = history(16, 4)
    const attempts = async () => {
      expect((await add(10, fork)).status).toBe(422)
      expect((await post(request(10, [], await note(history(10, 4))))).status).toBe(409)
      const rolledBack = await add(0, fork)
      expect([rolledBack.status, rolledBack.headers.get('content-type')]).toEqual([409, 'text/x.tlog.size'])
      expect(await rolledBack.text()).toBe('10\n')
      expect((await post(request(10, [], await note(fork)))).status).toBe(422)
      expect((await post(request(11, [], await note(history(10))))).status).toBe(400)
    }
    await attempts()
    const { key } = witness
    await witness.close()
    witness = await start()
    expect(witness.key).toEqual(key)
    await attempts()
    expect((await add(10, history(16))).status).toBe(200)
  })

  it('cosigns one of many checkpoints that continue the same one', async () => {
    expect((await add(0, history(5))).status).toBe(200)
    const sizes = Array.from({ length: 12 }, (_, index) => 6 + index)
    const statuses = await Promise.all(sizes.map(async (size) => (await add(5, history(size))).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(11)
  })

  it('refuses logs and keys that it does not know', async () => {
    const stranger = await signerKey({ name: 'stranger.test/log', type: 'ed25519', seed: seed(3) })
    const unknown = await post(request(0, [], await note(history(2), stranger, 'stranger.test/log')))
    expect(unknown.status).toBe(404)
    expect((await post(request(0, [], await note(history(2), otherKey)))).status).toBe(403)
    // The key is right, and the log it signs for is another.
    expect((await post(request(0, [], await note(history(2), logKey, 'stranger.test/log')))).status).toBe(404)
    const signed = await note(history(2))
    expect((await post(request(0, [], signed.replace('\n2\n', '\n3\n')))).status).toBe(403)
    expect(await readdir(join(folder, 'w'))).toEqual(['key', 'lock'])
  })

  it.each([
    ['nothing', ''],
    ['no old size', '\n\n'],
    ['a leading zero', 'old 01\n\n'],
    ['a huge size', `old ${'9'.repeat(30)}\n\n`],
    ['a hash of 31 bytes', `old 0\n${'A'.repeat(40)}AA==\n\n`],
    ['64 hashes', `old 1\n${`${'A'.repeat(43)}=\n`.repeat(64)}\n`],
    ['no checkpoint', 'old 0\n\nhello'],
    ['too much', 'old 0\n\n'.padEnd(200_000, 'a')],
  ])('answers 400 to %s', async (_, body) => {
    const signed = await note(history(2))
    expect((await post(body.endsWith('\n\n') ? `${body}${signed}` : body)).status).toBe(400)
    expect((await add(0, history(2))).status).toBe(200)
  })

  it('refuses a proof where there is nothing to prove', async () => {
    expect((await post(request(0, [seed(0)], await note(history(2))))).status).toBe(422)
    expect((await add(0, history(2))).status).toBe(200)
    expect((await post(request(2, [seed(0)], await note(history(2))))).status).toBe(422)
  })

  it('cosigns nothing that it cannot store', async () => {
    expect((await add(0, history(2))).status).toBe(200)
    const files = await readdir(join(folder, 'w'))
    const state = join(folder, 'w', files.find((name) => name.endsWith('.json')) ?? '')
    const before = await readFile(state, 'utf8')
    await writeFile(state, 'not JSON')
    expect((await add(2, history(4))).status).toBe(500)
    await writeFile(state, before)
    expect((await add(2, history(4))).status).toBe(200)
  })

  it('keeps its key for its user alone', async () => {
    expect((await stat(join(folder, 'w', 'key'))).mode & 0o077).toBe(0)
  })
})

describe('the command', () => {
  it.each([
    [[]],
    [['--log', 'nonsense']],
    [['--log', formatVerifierKey(witnessKey.key)]],
    [['--log', formatVerifierKey(logKey.key), '--port', '70000']],
  ])('refuses %j', async (args) => {
    await expect(runWitnessCommand([...args, '--data', join(folder, 'other')])).rejects.toThrow(/--log|--port/)
  })
})
