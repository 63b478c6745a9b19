/** Takes a snapshot of what is owed to all customers, beside the daily one, whether Candor is running or not. */
import process from 'node:process'
import { takeSnapshot } from '../apps/server/src/modules/solvency/index.ts'
import { ConfigError, parseConfig } from '../apps/server/src/platform/config/index.ts'
import { EmbeddedPostgresError } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { createPool } from '../apps/server/src/platform/postgres/pool.ts'
import { CommandLineError, readCommandLine, runCommand } from '../apps/launcher/src/command-line.ts'
import { openAccess } from '../apps/launcher/src/database-access.ts'
import { LaunchError } from '../apps/launcher/src/launch-error.ts'

const command = {
  name: 'count-liabilities',
  synopsis: '[OPTION ...]',
  about:
    'Takes a snapshot of what is owed to all customers, beside the daily one. Its proofs are served once the events log\n' +
    'contains it.',
  options: {
    data: { type: 'string', value: 'FOLDER', text: 'The data folder, where it is not CANDOR_DATA or var' },
  },
  examples: { '--data /srv/candor': 'Another data folder' },
} as const

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine(command, args)
  if (positionals.length > 0) throw new CommandLineError('All liabilities are counted at once: it takes no names.')
  const config = parseConfig(process.env, values.data === undefined ? [] : ['--data', values.data])
  const access = await openAccess(config)
  const pool = createPool(access.appUrl, 'count-liabilities', { maxConnections: 2 })
  try {
    console.log(`liabilities counted: snapshot ${await takeSnapshot(pool, null)}`)
    return 0
  } finally {
    await pool.end()
    await access.close()
  }
}

await runCommand(
  command,
  main,
  (error) => error instanceof LaunchError || error instanceof ConfigError || error instanceof EmbeddedPostgresError,
)
