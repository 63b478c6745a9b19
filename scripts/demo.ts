/**
 * A customer's story in the terminal, on a server and a data folder of its own. Exits non-zero when a rule was
 * violated.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { checkLedger } from '../apps/server/src/modules/soundness/index.ts'
import { parseConfig } from '../apps/server/src/platform/config/index.ts'
import { freePort } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { withPool } from '../apps/server/src/platform/postgres/pool.ts'
import { CommandLineError, readCommandLine, runCommand } from '../apps/launcher/src/command-line.ts'
import { createDemoClient } from '../apps/launcher/src/sandbox/client.ts'
import { DemoError, playStory } from './demo/story.ts'
import { startCandor } from '../apps/launcher/src/candor.ts'
import { LaunchError } from '../apps/launcher/src/launch-error.ts'
import { ownFlags } from '../apps/launcher/src/own-flags.ts'

const command = {
  name: 'demo',
  synopsis: '',
  about:
    "Plays a customer's story in the terminal, on a server and a data folder of its own that are removed afterwards.\n" +
    'Exits with 1 when a rule was violated.',
  options: {},
  examples: { '': 'The whole story, in about a minute' },
} as const

const print = (line: string): void => {
  console.log(line)
}

async function demo(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-demo-'))
  const port = await freePort()
  const config = parseConfig(process.env, [...ownFlags(folder, port), '--mode', 'sandbox'])
  const candor = await startCandor({ ...config, databaseUrl: '' }, print)
  try {
    await playStory(createDemoClient(candor.origin), candor, print)
    await printLedgerCheck(candor.database.appUrl)
  } finally {
    await candor.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function printLedgerCheck(appUrl: string): Promise<void> {
  const { mismatches } = await withPool(appUrl, 'demo', (pool) =>
    checkLedger(pool, null, (name, found) => print(`  ${found.length === 0 ? 'holds' : 'BROKEN'}  ${name}`)),
  )
  if (mismatches.length > 0) throw new DemoError(`the ledger check found ${mismatches.length} mismatches`)
  print('The ledger is clean.')
}

await runCommand(command, async (args) => {
  if (readCommandLine(command, args).positionals.length > 0) throw new CommandLineError('The demo takes no names.')
  try {
    await demo()
    return 0
  } catch (error) {
    if (!(error instanceof DemoError || error instanceof LaunchError)) throw error
    console.error(`The demo failed: ${error.message}`)
    return 1
  }
})
