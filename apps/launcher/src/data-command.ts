import { ConfigError, parseConfig } from '../../server/src/platform/config/index.ts'
import type { Config } from '../../server/src/platform/config/index.ts'
import { EmbeddedPostgresError } from '../../server/src/platform/postgres/embedded-postgres.ts'
import { helpText, runCommand } from './command-line.ts'
import type { Command } from './command-line.ts'
import { openAccess } from './database-access.ts'
import type { DatabaseAccess } from './database-access.ts'
import { LaunchError } from './launch-error.ts'

/** The settings of the environment, with the data folder that the option `data` names. Throws ConfigError. */
export function configOf(
  { data }: { readonly data?: string | undefined },
  environment: Readonly<Record<string, string | undefined>>,
): Config {
  return parseConfig(environment, data === undefined ? [] : ['--data', data])
}

/** Runs a command on a data folder. Of errors of folder, settings and PostgreSQL it prints the message alone. */
export function runDataCommand(command: Command, run: (args: readonly string[]) => Promise<number>): Promise<void> {
  return runCommand(
    command,
    run,
    (error) => error instanceof LaunchError || error instanceof ConfigError || error instanceof EmbeddedPostgresError,
  )
}

/**
 * Runs a command on a data folder whose first name says what to do. `run` returns the text to print, or null where it
 * does not know that name: then the help is printed.
 */
export function runNamedDataCommand(
  command: Command,
  run: (args: readonly string[]) => Promise<string | null>,
): Promise<void> {
  return runDataCommand(command, async (args) => {
    const text = await run(args)
    console.log(text ?? helpText(command))
    return text === null && args.length > 0 ? 1 : 0
  })
}

/** Opens the database of a data folder for `work`, and closes it afterwards. Throws LaunchError. */
export async function withAccess<T>(config: Config, work: (access: DatabaseAccess) => Promise<T>): Promise<T> {
  const access = await openAccess(config)
  try {
    return await work(access)
  } finally {
    await access.close()
  }
}
