import { spawn, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { noteVerifier, openCheckpoint, parseVerifierKey } from '@candor/proof'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createLogger } from '../../platform/logger.ts'
import { readGuards } from './guard-store.ts'
import { createLogSigner } from './log-signer.ts'
import type { SealedLog } from './sealer.ts'
import { testKey } from './testing/log-world.ts'
import type { LogWorld } from './testing/log-world.ts'
import { openGrowingLog } from './testing/own-log.ts'
import type { GrowingLog } from './testing/own-log.ts'
import type { WitnessOutcome } from './witness-ask.ts'
import { WitnessRounds } from './witness-rounds.ts'
import { readCosignedHeads } from './witness-store.ts'

// A witness in another language, which was written from the specifications alone (witness.py).

const hasPython = spawnSync('python3', ['--version']).status === 0
const program = join(import.meta.dirname, '../../../../../e2e/foreign/witness.py')
const signer = createLogSigner(testKey)
const logKey = signer.vkey('log.test/ticks/2026h1')
const name = 'foreign.test/witness'

let world: LogWorld
let ticks: SealedLog
let grow: GrowingLog['grow']
let outcomes: WitnessOutcome[] = []

beforeEach(async () => {
  ;({ world, ticks, grow } = await openGrowingLog())
  outcomes = []
})

/** Starts the witness, and returns its key and its address. */
async function startForeign(how: 'serve' | 'forge'): Promise<{ readonly vkey: string; readonly url: string }> {
  // -B: nothing is written beside the sources.
  const witness = spawn('python3', ['-B', program, how, name, logKey], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void witness.kill('SIGKILL'))
  for await (const line of createInterface({ input: witness.stdout })) {
    const [vkey = '', url = ''] = line.split(' ')
    return { vkey, url }
  }
  throw new Error('the witness in Python did not start')
}

/** The rounds of a log with a policy, as `CANDOR_WITNESSES` has one. */
function roundsWith({ vkey, url }: { readonly vkey: string; readonly url: string }): WitnessRounds {
  return new WitnessRounds({
    pool: world.pool,
    folder: world.folder,
    data: world.folder,
    mode: 'live',
    witnesses: `witness foreign ${vkey} ${url}\nquorum foreign\n`,
    ownWitness: '',
    signers: { ticks: { signer, former: null }, events: { signer, former: null } },
    clock: world.clock,
    logger: createLogger({ level: 'silent', role: 'test' }),
    onCosigned: ({ log, ...cosignature }) => {
      if (log === 'ticks') ticks.take(cosignature)
    },
    onAsked: ({ outcome }) => outcomes.push(outcome),
  })
}

async function growAndAsk(asking: WitnessRounds, count: number): Promise<void> {
  await grow(count)
  world.clock.advance(10_000)
  await asking.round()
  await asking.settled()
}

describe.skipIf(!hasPython)('a witness in Python, which is skipped where there is no python3,', () => {
  test('cosigns a log that grows, and its cosignature is served with the checkpoint', async () => {
    const foreign = await startForeign('serve')
    const asking = roundsWith(foreign)
    for (const count of [5, 300, 400]) await growAndAsk(asking, count)
    // Where the log has lost what the witness confirmed, the witness returns its size, and then cosigns.
    await world.owner.query('delete from transparency.cosigned_checkpoint')
    await growAndAsk(roundsWith(foreign), 1)
    expect(new Set(outcomes)).toEqual(new Set(['cosigned']))
    await ticks.round()
    const served = await readFile(join(world.folder, 'ticks', '2026h1', 'checkpoint'), 'utf8')
    const [guard] = await readGuards(world.pool, 'ticks')
    const keys = [guard?.vkey ?? '', foreign.vkey].map((vkey) => noteVerifier(parseVerifierKey(vkey)))
    const { checkpoint, signatures } = await openCheckpoint(served, keys)
    expect(checkpoint.size).toBe(706)
    expect(signatures.map(({ by }) => by.name)).toContain(name)
    // With one wrong bit the same cosignature is refused.
    const lines = served.split('\n')
    const at = lines.findIndex((line) => line.startsWith(`— ${name} `))
    const bytes = Buffer.from(lines[at]?.split(' ')[2] ?? '', 'base64')
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
    const changed = lines.with(at, `— ${name} ${bytes.toString('base64')}`).join('\n')
    await expect(openCheckpoint(changed, keys)).rejects.toMatchObject({ code: 'wrong-signature' })
  })

  test('is refused where a bit of its cosignature is wrong, and nothing of it is stored or served', async () => {
    const foreign = await startForeign('forge')
    await growAndAsk(roundsWith(foreign), 5)
    expect(outcomes).toEqual(['wrong-signature'])
    expect(await readCosignedHeads(world.pool)).toEqual([])
    await ticks.round()
    expect(await readFile(join(world.folder, 'ticks', '2026h1', 'checkpoint'), 'utf8')).not.toContain(name)
  })
})
