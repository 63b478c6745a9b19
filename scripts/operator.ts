/**
 * Manages the operators' accounts of a data folder, as the owner of its database. `npm run operator` without arguments
 * prints its usage.
 */
import process from 'node:process'
import { ConfigError } from '../apps/server/src/platform/config/index.ts'
import { EmbeddedPostgresError } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { LaunchError } from '../apps/launcher/src/launch-error.ts'
import { operatorHelp, runOperatorCommand } from './operator/operator-commands.ts'

try {
  const words = process.argv.slice(2)
  const text = await runOperatorCommand(words, process.env)
  console.log(text ?? operatorHelp)
  process.exitCode = text === null && words.length > 0 ? 1 : 0
} catch (error) {
  const isExpected =
    error instanceof LaunchError || error instanceof ConfigError || error instanceof EmbeddedPostgresError
  console.error(isExpected ? error.message : error)
  process.exit(1)
}
