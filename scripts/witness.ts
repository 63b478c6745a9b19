/** Runs a witness of transparency logs. `npm run witness -- --help` prints its usage. */
import process from 'node:process'
import { formatVerifierKey } from '@candor/proof'
import { runCommand } from '../apps/launcher/src/command-line.ts'
import { FolderTaken } from '../apps/launcher/src/witness/folder-lock.ts'
import { UnreadableFile } from './verify/trusted-keys.ts'
import { UnreadableLog } from './witness/read-log.ts'
import { runWitnessCommand, witnessCommand } from './witness/witness-command.ts'

const work = async (args: readonly string[]): Promise<number> => {
  const witness = await runWitnessCommand(args, (line) => console.log(line))
  console.log(`Witness at ${witness.url}\nIts key: ${formatVerifierKey(witness.key)}`)
  await new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve))
  await witness.close()
  return 0
}
const expected = [UnreadableLog, UnreadableFile, FolderTaken]
await runCommand(witnessCommand, work, (error) => expected.some((kind) => error instanceof kind))
