/**
 * Checks every invariant of the ledger in the data folder, whether Candor is running or not. Ends with `ledger clean`
 * or exit code 1. With `--resume`, a clean ledger that was halted accepts writes again.
 */
import process from 'node:process'
import { checkLedger, resumeLedger } from '../apps/server/src/modules/ledger/index.ts'
import type { Mismatch } from '../apps/server/src/modules/ledger/index.ts'
import { ConfigError, parseConfig } from '../apps/server/src/platform/config/index.ts'
import { EmbeddedPostgresError } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { createPool } from '../apps/server/src/platform/postgres/pool.ts'
import { CommandLineError, readCommandLine, runCommand } from '../apps/launcher/src/command-line.ts'
import { openAccess } from '../apps/launcher/src/database-access.ts'
import { LaunchError } from '../apps/launcher/src/launch-error.ts'

const command = {
  name: 'check-ledger',
  synopsis: '[OPTION ...]',
  about:
    'Checks every invariant of the ledger in the data folder, whether Candor is running or not. Ends with “ledger clean” or\n' +
    'exits with 1.',
  options: {
    data: { type: 'string', value: 'FOLDER', text: 'The data folder, where it is not CANDOR_DATA or var' },
    resume: { type: 'boolean', text: 'Let a clean ledger that was halted accept writes again' },
  },
  examples: { '--data /srv/candor': 'Another data folder', '--resume': 'After a halt whose cause is gone' },
} as const

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine(command, args)
  if (positionals.length > 0) throw new CommandLineError('The ledger is checked as a whole: it takes no names.')
  const config = parseConfig(process.env, values.data === undefined ? [] : ['--data', values.data])
  const access = await openAccess(config)
  try {
    const mismatches = await check(access.appUrl)
    console.log(mismatches === 0 ? 'ledger clean' : `ledger broken: ${mismatches} mismatches`)
    if (mismatches === 0 && values.resume === true) await resume(access.ownerUrl)
    return mismatches === 0 ? 0 : 1
  } finally {
    await access.close()
  }
}

async function check(appUrl: string): Promise<number> {
  const pool = createPool(appUrl, 'check-ledger', { maxConnections: 1 })
  try {
    const { mismatches } = await checkLedger(pool, null, report)
    return mismatches.length
  } finally {
    await pool.end()
  }
}

async function resume(ownerUrl: string): Promise<void> {
  const owner = createPool(ownerUrl, 'resume-ledger', { maxConnections: 1 })
  try {
    await resumeLedger(owner)
    console.log('every stripe writes again')
  } finally {
    await owner.end()
  }
}

function report(invariant: string, mismatches: readonly Mismatch[]): void {
  console.log(`${mismatches.length === 0 ? 'ok    ' : 'BROKEN'} ${invariant}`)
  for (const { stripe, detail } of mismatches)
    console.log(`         ${stripe === null ? '' : `stripe ${stripe}: `}${detail}`)
}

await runCommand(
  command,
  main,
  (error) => error instanceof LaunchError || error instanceof ConfigError || error instanceof EmbeddedPostgresError,
)
