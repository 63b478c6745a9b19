/** Saves a data folder with its database to an encrypted file, and verifies it by restoring it. */
import process from 'node:process'
import { ConfigError, parseConfig } from '../apps/server/src/platform/config/index.ts'
import { EmbeddedPostgresError } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { backUp } from '../apps/launcher/src/backup/backup.ts'
import { CommandLineError, readCommandLine, runCommand } from '../apps/launcher/src/command-line.ts'
import { LaunchError } from '../apps/launcher/src/launch-error.ts'

const command = {
  name: 'backup',
  synopsis: '--to FOLDER [OPTION ...]',
  about:
    'Saves the data folder with its database to a new file, while Candor runs or not, encrypted under CANDOR_BACKUP_KEY.\n' +
    'The file has its name once it was restored for a trial, and ledger and audit were found sound.',
  options: {
    to: { type: 'string', value: 'FOLDER', text: 'Where the file is written' },
    data: { type: 'string', value: 'FOLDER', text: 'The data folder, where it is not CANDOR_DATA or var' },
  },
  examples: { '--to /mnt/backups': 'A backup of now' },
} as const

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine(command, args)
  if (values.to === undefined || positionals.length > 0) throw new CommandLineError('Name a folder with --to.')
  const config = parseConfig(process.env, values.data === undefined ? [] : ['--data', values.data])
  const { file, batches } = await backUp(config, values.to)
  console.log(`${file}\nRestored for a trial: ledger and audit are sound, with ${batches} batches.`)
  return 0
}

await runCommand(
  command,
  main,
  (error) => error instanceof LaunchError || error instanceof ConfigError || error instanceof EmbeddedPostgresError,
)
