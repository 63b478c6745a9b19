import { checkMode } from '../platform/config/live-mode.ts'
import type { Config } from '../platform/config/index.ts'
import type { Logger } from '../platform/logger.ts'
import { startMarketChild } from './market-child.ts'
import type { PeerMessage, VerifierCall, WatcherRequest } from './peers.ts'
import { startLogRole } from './log.ts'
import type { LogRole } from './log.ts'
import { startServer } from './server.ts'
import type { RunningServer } from './server.ts'
import type { Bounds } from './shared.ts'
import { startVerifierRole } from './verifier.ts'
import type { VerifierRole } from './verifier.ts'
import { startWatcherRole } from './watcher.ts'
import type { WatcherRole } from './watcher.ts'

/**
 * Starts the server, the watchers, the verifier and the price log in this process and the market below it, without a
 * launcher: for tests, trials and
 * benchmarks that need the server at hand. Throws when the server cannot start or the feed cannot be opened.
 */
export async function startWholeServer(
  config: Config,
  logger: Logger,
  bounds?: Partial<Bounds>,
): Promise<RunningServer> {
  checkMode(config)
  const takers = new Set<(message: PeerMessage) => void>()
  const take = (message: PeerMessage) => {
    for (const each of takers) each(message)
  }
  let watcher: WatcherRole | null = null
  let verifier: VerifierRole | null = null
  const peers = {
    subscribe: (taker: (message: PeerMessage) => void) => void takers.add(taker),
    ask: (request: WatcherRequest | VerifierCall) =>
      request.kind === 'verify' ? verifier?.take(request.callId, request.request) : watcher?.take(request),
    tell: () => undefined,
  }
  const server = await startServer(config, logger, peers, bounds)
  if (config.watcherDatabaseUrl !== '') watcher = startWatcherRole({ config, logger, tell: take })
  if (config.verifierDatabaseUrl !== '') verifier = startVerifierRole({ config, logger, tell: take })
  const log: LogRole | null = config.logDatabaseUrl === '' ? null : startLogRole({ config, logger, tell: take })
  const market = startMarketChild(config, { logger, take })
  const stop = async () => {
    await Promise.all([market.stop(), watcher?.stop(), verifier?.stop(), log?.stop()])
    await server.stop()
  }
  try {
    await market.ready
  } catch (error) {
    await stop()
    throw error
  }
  return { ...server, stop }
}
