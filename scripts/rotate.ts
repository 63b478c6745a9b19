/**
 * Replaces a key of a data folder, with the data that depends on it. `npm run rotate` without arguments prints its
 * usage.
 */
import process from 'node:process'
import { ConfigError } from '../apps/server/src/platform/config/index.ts'
import { EmbeddedPostgresError } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { helpText, runCommand } from '../apps/launcher/src/command-line.ts'
import { LaunchError } from '../apps/launcher/src/launch-error.ts'
import { rotateCommand, runRotateCommand } from './rotate/rotate-command.ts'

await runCommand(
  rotateCommand,
  async (args) => {
    const text = await runRotateCommand(args, process.env)
    console.log(text ?? helpText(rotateCommand))
    return text === null && args.length > 0 ? 1 : 0
  },
  (error) => error instanceof LaunchError || error instanceof ConfigError || error instanceof EmbeddedPostgresError,
)
