import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { watchedChains } from '../../server/src/modules/deposit/index.ts'
import { serverPartsOf } from '../../server/src/platform/config/index.ts'
import type { Config, ProcessRole } from '../../server/src/platform/config/index.ts'
import type { DataFolder } from './data-folder.ts'
import { reachableHost } from './ports.ts'

/**
 * The processes of a start. Passkeys are verified where operators or the sandbox's reviewers decide; the log is sealed
 * where jobs run, and a chain is watched there, if there is one.
 */
export function processesOf(config: Config): ProcessRole[] {
  const runs = (...roles: readonly string[]) => roles.some((role) => config.roles.includes(role))
  const wanted: readonly (readonly [ProcessRole, boolean])[] = [
    ['server', serverPartsOf(config.roles).size > 0],
    ['market', runs('market')],
    ['verifier', runs('api', 'jobs')],
    ['log', runs('jobs')],
    ['watcher', runs('jobs') && watchedChains(config).length > 0],
  ]
  return wanted.flatMap(([role, isWanted]) => (isWanted ? [role] : []))
}

/** Responds once the server is ready: with prices, but those of a market elsewhere may come later. */
export function readyUrlOf({ host, port, roles }: Config): string {
  return `http://${reachableHost(host)}:${port}${roles.includes('market') ? '/readyz' : '/livez'}`
}

/** The folder of a start's own logs. Starts that run parts may share a data folder. */
export async function logsOf({ logs }: DataFolder, { natsUrl, port, roles }: Config): Promise<string> {
  if (natsUrl === '') return logs
  const own = join(logs, `${roles.join('-')}-${port}`)
  await mkdir(own, { recursive: true })
  return own
}
