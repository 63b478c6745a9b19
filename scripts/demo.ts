/**
 * A customer's story in the terminal, on a server and a data folder of its own. Exits non-zero when a rule was
 * violated.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { checkLedger } from '../apps/server/src/modules/ledger/index.ts'
import { parseConfig } from '../apps/server/src/platform/config/index.ts'
import { freePort } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { createPool } from '../apps/server/src/platform/postgres/pool.ts'
import { createDemoClient } from '../apps/launcher/src/sandbox/client.ts'
import { DemoFault, playStory } from './demo/story.ts'
import { startCandor } from '../apps/launcher/src/candor.ts'
import { LaunchError } from '../apps/launcher/src/launch-error.ts'

const print = (line: string): void => {
  console.log(line)
}

async function demo(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-demo-'))
  const port = await freePort()
  const config = parseConfig(process.env, [
    '--port',
    String(port),
    '--host',
    '127.0.0.1',
    '--data',
    folder,
    '--mode',
    'sandbox',
  ])
  const candor = await startCandor({ ...config, databaseUrl: '' }, print)
  try {
    await playStory(createDemoClient(candor.origin), candor.inviteCode, print)
    await printLedgerCheck(candor.database.appUrl)
  } finally {
    await candor.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function printLedgerCheck(appUrl: string): Promise<void> {
  const pool = createPool(appUrl, 'demo', { maxConnections: 1 })
  try {
    const { mismatches } = await checkLedger(pool, null, (name, found) => {
      print(`  ${found.length === 0 ? 'holds' : 'BROKEN'}  ${name}`)
    })
    if (mismatches.length > 0) throw new DemoFault(`the ledger check found ${mismatches.length} mismatches`)
    print('The ledger is clean.')
  } finally {
    await pool.end()
  }
}

try {
  await demo()
} catch (fault) {
  console.error(
    fault instanceof DemoFault || fault instanceof LaunchError ? `The demo failed: ${fault.message}` : fault,
  )
  process.exitCode = 1
}
