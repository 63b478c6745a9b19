/**
 * Manages the operators' accounts of a data folder, as the owner of its database. `npm run operator` without arguments
 * prints its usage.
 */
import process from 'node:process'
import { ConfigError } from '../apps/server/src/platform/config/index.ts'
import { EmbeddedPostgresError } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { helpText, runCommand } from '../apps/launcher/src/command-line.ts'
import { LaunchError } from '../apps/launcher/src/launch-error.ts'
import { operatorCommand, runOperatorCommand } from './operator/operator-commands.ts'

await runCommand(
  operatorCommand,
  async (args) => {
    const text = await runOperatorCommand(args, process.env)
    console.log(text ?? helpText(operatorCommand))
    return text === null && args.length > 0 ? 1 : 0
  },
  (error) => error instanceof LaunchError || error instanceof ConfigError || error instanceof EmbeddedPostgresError,
)
