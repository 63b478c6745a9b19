import { listAccounts } from '../../server/src/modules/operator/index.ts'
import { checkMode } from '../../server/src/platform/config/live-mode.ts'
import type { Config } from '../../server/src/platform/config/index.ts'
import { withPool } from '../../server/src/platform/postgres/pool.ts'
import { doublySourced } from '../../server/src/roles/market-feed.ts'
import { LaunchError } from './launch-error.ts'

/** Two people decide where money moves. */
const fewestOperators = 2

/** What live mode needs of the settings that the launcher alone has, one sentence each. */
export function launcherGaps(config: Config): string[] {
  return [
    ...(config.consoleOrigins.length === 0
      ? ['No address of the console is listed, for which passkeys sign (CANDOR_CONSOLE_ORIGINS).']
      : []),
    ...(config.kek === '' ? ['The key that encrypts the other keys is missing (CANDOR_KEK).'] : []),
    ...(doublySourced(config).size === 0
      ? ['No instrument has two live sources of prices (CANDOR_KRAKEN_URL, CANDOR_OANDA_TOKEN …).']
      : []),
  ]
}

/** Refuses the mode `live` while a setting is missing. Throws ConfigError, which names all of them. */
export function requireLiveSettings(config: Config): void {
  checkMode(config, config.mode === 'live' ? launcherGaps(config) : [])
}

/** The instruments that are offered: in live mode those with two sources; all in the sandbox, as undefined. */
export function offeredIn(config: Config): ReadonlySet<string> | undefined {
  return config.mode === 'live' ? doublySourced(config) : undefined
}

/** Refuses the mode `live` while there are no operators who could decide. Throws LaunchError. */
export async function requireOperators({ mode }: Pick<Config, 'mode'>, ownerUrl: string): Promise<void> {
  if (mode !== 'live') return
  const accounts = await withPool(ownerUrl, 'live-operators', listAccounts)
  const able = accounts.filter(({ isDisabled, isSandbox }) => !isDisabled && !isSandbox)
  if (able.length < fewestOperators)
    throw new LaunchError(
      `Live mode needs ${fewestOperators} operators, and there are ${able.length}: npm run operator -- add --name anna --roles payments.`,
    )
}
