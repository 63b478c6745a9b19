import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import {
  createEventsSource,
  createLogSigner,
  createTicksSource,
  endLogLease,
  holdLogLease,
  keepTrustedCopy,
  startRawTicks,
  startSealedComparison,
  startSealer,
  startWitnessRounds,
} from '../modules/transparency/index.ts'
import type { LeafSource, LogName, LogState } from '../modules/transparency/index.ts'
import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config/index.ts'
import { createPool } from '../platform/postgres/pool.ts'
import { startRounds } from '../platform/rounds.ts'
import type { LogMessage, RoleOptions } from './peers.ts'

/** How long a lease lasts after its last renewal. Another process takes over that much later. */
const leaseMs = 3_000
const leaseRoundMs = 500
/** As often as the log is signed. */
const recordsEveryMs = 2_000

export interface LogRole {
  stop(): Promise<void>
}

/** The folder of the logs' files, which the server serves. */
export function logFolderOf({ data }: Pick<Config, 'data'>): string {
  return join(data, 'log')
}

/**
 * Starts the price log. Where other starts may run one, too, it seals while it has the lease, and stands by otherwise.
 */
export function startLogRole(options: RoleOptions<LogMessage>): LogRole {
  return options.config.joined === 'on' ? sealUnderLease(options) : startSealing(options)
}

function sealUnderLease(options: RoleOptions<LogMessage>): LogRole {
  const { config, logger } = options
  const pool = createPool(config.logDatabaseUrl, 'log-lease', { maxConnections: 1, queryTimeoutMs: 5_000 })
  const holder = randomUUID()
  let sealing: LogRole | null = null
  const rounds = startRounds(
    async (isStopping) => {
      // A lease that cannot be renewed may be another's soon.
      const isHeld = await holdLogLease(pool, holder, leaseMs).catch(() => false)
      if (isHeld && sealing === null && !isStopping()) {
        logger.info('the lease of the log is taken')
        sealing = startSealing(options)
      }
      if (isHeld || sealing === null) return
      logger.warn('the lease of the log is lost: this process stands by')
      const ended = sealing
      sealing = null
      await ended.stop()
    },
    { everyMs: leaseRoundMs },
  )
  return {
    stop: async () => {
      await rounds.stop()
      await sealing?.stop()
      await endLogLease(pool, holder).catch(() => undefined)
      await pool.end()
    },
  }
}

/** Starts sealing. A log that stops does not end the process: trading goes on without it. */
function startSealing({ config, logger, tell }: RoleOptions<LogMessage>): LogRole {
  // The role's statements wait at most 4 s; a sealer needs one connection at a time.
  const pool = createPool(config.logDatabaseUrl, 'log', { maxConnections: 2, queryTimeoutMs: 5_000 })
  const common = {
    pool,
    folder: logFolderOf(config),
    host: originHost(config),
    clock: systemClock,
    logger,
    onRound: ({ stoppedBy, ...state }: LogState) => tell({ kind: 'log', ...state, isStopped: stoppedBy !== null }),
  }
  const signers = {
    ticks: { signer: createLogSigner(config.ticksLogKey), former: former(config.formerTicksLogKey) },
    events: { signer: createLogSigner(config.eventsLogKey), former: former(config.formerEventsLogKey) },
  }
  const sealer = (name: LogName, source: LeafSource) =>
    startSealer({ ...common, name, source, signer: signers[name].signer, formerSigner: signers[name].former })
  const sealers = {
    ticks: sealer('ticks', createTicksSource(pool)),
    events: sealer('events', createEventsSource(pool, { recordsEveryMs })),
  }
  // A connection of their own: no sealer waits for witnesses, or for files of raw ticks.
  const asidePool = createPool(config.logDatabaseUrl, 'log-aside', { maxConnections: 1, queryTimeoutMs: 5_000 })
  const witnesses = startWitnessRounds({
    ...common,
    ...config,
    pool: asidePool,
    signers,
    onCosigned: ({ log, ...cosignature }) => sealers[log].take(cosignature),
    onAsked: (asked) => tell({ kind: 'witness', ...asked }),
    onListed: (names) => tell({ kind: 'witnesses', names }),
  })
  const rawTicks = startRawTicks({ ...common, pool: asidePool })
  // Its statements read many orders at once: neither sealers nor witnesses wait for them.
  const comparingPool = createPool(config.logDatabaseUrl, 'log-compare', { maxConnections: 1, queryTimeoutMs: 5_000 })
  const comparison = startSealedComparison({
    ...common,
    pool: comparingPool,
    onCompared: (state) => tell({ kind: 'compared', ...state }),
  })
  const trustedCopy = keepTrustedCopy({ pool: asidePool, data: config.data, logger })
  return {
    stop: async () => {
      await Promise.all([sealers.ticks.stop(), sealers.events.stop()])
      await Promise.all([witnesses.stop(), rawTicks.stop(), trustedCopy.stop(), comparison.stop()])
      await Promise.all([pool.end(), asidePool.end(), comparingPool.end()])
    },
  }
}

function former(key: string) {
  return key === '' ? null : createLogSigner(key)
}

/** The name with which the origins of logs and acceptances begin. */
export function originHost({ logHost, allowedHosts }: Pick<Config, 'logHost' | 'allowedHosts'>): string {
  return logHost === '' ? (allowedHosts[0] ?? 'localhost') : logHost
}
