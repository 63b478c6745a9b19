/** Saves a data folder with its database to an encrypted file, and verifies it by restoring it. */
import process from 'node:process'
import { backUp } from '../apps/launcher/src/backup/backup.ts'
import { CommandLineError, dataOption, readCommandLine } from '../apps/launcher/src/command-line.ts'
import { configOf, runDataCommand } from '../apps/launcher/src/data-command.ts'

const command = {
  name: 'backup',
  synopsis: '--to FOLDER [OPTION ...]',
  about:
    'Saves the data folder with its database to a new file, while Candor runs or not, encrypted under CANDOR_BACKUP_KEY.\n' +
    'The file has its name once it was restored for a trial, and ledger and audit were found sound.',
  options: {
    to: { type: 'string', value: 'FOLDER', text: 'Where the file is written' },
    data: dataOption,
  },
  examples: { '--to /mnt/backups': 'A backup of now' },
} as const

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine(command, args)
  if (values.to === undefined || positionals.length > 0) throw new CommandLineError('Name a folder with --to.')
  const config = configOf(values, process.env)
  const { file, batches } = await backUp(config, values.to)
  console.log(`${file}\nRestored for a trial: ledger and audit are sound, with ${batches} batches.`)
  return 0
}

await runDataCommand(command, main)
