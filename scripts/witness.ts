/** Runs a witness of transparency logs. `npm run witness -- --help` prints its usage. */
import process from 'node:process'
import { formatVerifierKey } from '@candor/proof'
import { runCommand } from '../apps/launcher/src/command-line.ts'
import { runWitnessCommand, witnessCommand } from './witness/witness-command.ts'

await runCommand(witnessCommand, async (args) => {
  const witness = await runWitnessCommand(args)
  console.log(`Witness at ${witness.url}\nIts key: ${formatVerifierKey(witness.key)}`)
  await new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve))
  await witness.close()
  return 0
})
