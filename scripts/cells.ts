/** Runs a platform of several cells on this machine, and works on it. `npm run cells -- --help` prints its usage. */
import { runCommand } from '../apps/launcher/src/command-line.ts'
import { LaunchError } from '../apps/launcher/src/launch-error.ts'
import { ConfigError } from '../apps/server/src/platform/config/index.ts'
import { EmbeddedPostgresError } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { cellsCommand, runCellsCommand } from './cells/cells-command.ts'

await runCommand(
  cellsCommand,
  (args) => runCellsCommand(args, (line) => console.log(line)),
  (error) =>
    [LaunchError, ConfigError, EmbeddedPostgresError].some((kind) => error instanceof kind) ||
    isRefusalOfDirectory(error),
)

/** Errors of the directory's and the cells' own, such as a customer whom nobody knows. */
function isRefusalOfDirectory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('CD0')
}
