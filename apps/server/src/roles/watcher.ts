import { chainSources, createAddressBook, startChainWatcher, watchedKeys } from '../modules/deposit/index.ts'
import { createPool } from '../platform/postgres/pool.ts'
import type { RoleOptions, WatcherMessage, WatcherRequest } from './peers.ts'

/** The interval between two polls of a chain. */
const pollIntervalMs = 3_000

export interface WatcherRole {
  /** Stores the address of a customer. */
  take(request: WatcherRequest): void
  stop(): Promise<void>
}

/** Starts a watcher for each configured chain. */
export function startWatcherRole({ config, logger, tell }: RoleOptions<WatcherMessage>): WatcherRole {
  const watcher = createPool(config.watcherDatabaseUrl, 'watcher', { maxConnections: 4 })
  const watchers = chainSources(config).map((source) =>
    startChainWatcher({
      watcher,
      source,
      logger,
      onChanged: (changed) => tell({ kind: 'deposit', ...changed }),
      onPolled: (wentThrough) => tell({ kind: 'polled', chain: source.chain, wentThrough }),
      intervalMs: pollIntervalMs,
    }),
  )
  const assign = createAddressBook({ watcher, xpubs: watchedKeys(config) })
  return {
    take: ({ chain, customerId }) => {
      assign(customerId, chain).catch((error: unknown) => {
        logger.error({ err: error, chain }, 'storing the address of a customer failed')
      })
    },
    stop: async () => {
      await Promise.all(watchers.map((running) => running.stop()))
      await watcher.end()
    },
  }
}
