import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { formatVerifierKey } from '@candor/proof'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runWitnessCommand } from './witness-command.ts'
import type { RunningWitness } from './witness-command.ts'

// Requests in another language, which were written from the specifications alone (witness.py).

const hasPython = spawnSync('python3', ['--version']).status === 0
const origins = ['foreign.test/first', 'foreign.test/second'] as const
const run = promisify(execFile)

let folder: string
let witness: RunningWitness

/**
 * What the program printed. It runs beside the witness, which is in this process. Rejects where it refused something.
 */
async function python(...words: readonly string[]): Promise<string> {
  // -B: nothing is written beside the sources.
  return (
    await run('python3', ['-B', join(import.meta.dirname, '../../e2e/foreign/witness.py'), ...words], {
      encoding: 'utf8',
    })
  ).stdout
}

const ask = (key = formatVerifierKey(witness.key)) => python('ask', witness.url, key, ...origins)

describe.skipIf(!hasPython)('a log in Python, which is skipped where there is no python3,', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'candor-foreign-witness-'))
    const keys = (await Promise.all(origins.map((origin) => python('key', origin)))).map((line) => line.trim())
    witness = await runWitnessCommand([
      '--log',
      keys.join(','),
      '--name',
      'club.test/witness',
      '--data',
      folder,
      '--port',
      '0',
    ])
  })
  afterAll(async () => {
    await witness.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('gets cosignatures that it verifies, and each refusal of the specification', async () => {
    const lines = (await ask()).trim().split('\n')
    const count = (status: number) => lines.filter((line) => line.startsWith(`${status} `)).length
    expect([200, 400, 403, 404, 409, 422].map((status) => [status, count(status)])).toEqual([
      [200, 10],
      [400, 9],
      [403, 1],
      [404, 1],
      [409, 3],
      [422, 5],
    ])
    expect(lines.at(-1)).toBe('200 the newest checkpoint after all of that')
    // The witness remembers: a second log of the same name that begins from nothing gets none.
    await expect(ask()).rejects.toMatchObject({
      stdout: expect.stringContaining('REFUSED: a first checkpoint: 409 instead of 200: 1000'),
    })
  })
})
