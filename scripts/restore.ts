/** Restores a backup as a new data folder. */
import process from 'node:process'
import { parseConfig } from '../apps/server/src/platform/config/index.ts'
import { restore } from '../apps/launcher/src/backup/backup.ts'
import { CommandLineError, readCommandLine } from '../apps/launcher/src/command-line.ts'
import { runDataCommand } from '../apps/launcher/src/data-command.ts'

const command = {
  name: 'restore',
  synopsis: 'FILE --to FOLDER [OPTION ...]',
  about:
    'Restores a backup as a new data folder, all or nothing, and checks ledger and audit in it. The logs sign nothing\n' +
    'afterwards unless --log gives them the files that were published last.',
  options: {
    to: { type: 'string', value: 'FOLDER', text: 'The new data folder' },
    log: { type: 'string', value: 'FOLDER', text: 'The newest folder “log”, of the lost machine or of a copy' },
  },
  examples: { 'candor-….backup --to /srv/candor --log /old/var/log': 'With the logs as they were published' },
} as const

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine(command, args)
  const [file] = positionals
  if (file === undefined || positionals.length > 1 || values.to === undefined)
    throw new CommandLineError('Name a file, and a folder with --to.')
  const config = parseConfig(process.env, [])
  const { takenMs, batches } = await restore(config, { file, to: values.to, log: values.log ?? null })
  console.log(
    `Restored the backup of ${new Date(takenMs).toISOString()} to ${values.to}: ledger and audit are sound, with ${batches} batches.`,
  )
  if (values.log === undefined) console.log('The logs sign nothing yet: ops/restore.md says what to decide.')
  return 0
}

await runDataCommand(command, main)
