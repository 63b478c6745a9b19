import { startAlertWatch } from '../modules/alerts/index.ts'
import { startConductWatch } from '../modules/conduct/index.ts'
import { startForesightWatch } from '../modules/contract/index.ts'
import { startMaturityWatch } from '../modules/interest/index.ts'
import { startRewardPayer } from '../modules/invite/index.ts'
import { createArchiveJob } from '../modules/own-data/index.ts'
import type { ArchiveJob } from '../modules/own-data/index.ts'
import { startPushWatch } from '../modules/push/index.ts'
import { phraseGreeting } from '../modules/security/index.ts'
import { startSnapshotWatch } from '../modules/solvency/index.ts'
import { startOverdueWatch } from '../modules/withdrawal/index.ts'
import { systemClock } from '../platform/clock.ts'
import { createJobs } from '../platform/jobs.ts'
import { mailTasks } from '../platform/mail/index.ts'
import { startRounds } from '../platform/rounds.ts'
import type { Rounds } from '../platform/rounds.ts'
import { openPushSender } from './push.ts'
import type { Shared } from './shared.ts'
import { openVault } from './vault.ts'

const sweepIntervalMs = 10 * 60_000

/** Background jobs. */
export interface BackgroundJobs {
  stop(): Promise<void>
}

/** Starts mail and notifications, and the watches over promised times and due items. Several processes may run them. */
export async function startJobs(shared: Shared): Promise<BackgroundJobs> {
  const { config, pool, logger, notifier } = shared
  const foresight = watchForesight(shared)
  const overdue = watchWithdrawals(shared)
  const maturity = startMaturityWatch({
    pool,
    logger,
    notifier,
    onStuck: alarmOn(shared, 'term-stuck'),
  })
  const rewards = startRewardPayer({
    pool,
    logger,
    notifier,
    onStuck: alarmOn(shared, 'reward-stuck'),
  })
  const watches = [watchLiabilities(shared), startConductWatch({ pool, logger }), startAlertWatch(shared)]
  const pushes = watchPushes(shared)
  const mail = mailTasks({
    pool,
    clock: systemClock,
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    keepsOutbox: config.mode === 'sandbox',
    greeting: phraseGreeting(pool),
  })
  const copies = startCopies(shared)
  const jobs = await createJobs({ appUrl: config.appDatabaseUrl, logger }).start({ ...mail, ...copies.tasks })
  return {
    stop: async () => {
      await jobs.stop()
      await copies.stop()
      await foresight.stop()
      await overdue.stop()
      await maturity.stop()
      await rewards.stop()
      for (const watch of watches) await watch.stop()
      await pushes?.stop()
    },
  }
}

/** Raises an alarm while there is something to name, and ends it once there is nothing. */
function alarmOn({ metrics }: Shared, name: string): (found: number) => void {
  return (found) => metrics.alarms.set({ name }, found > 0 ? 1 : 0)
}

/** Prepares the copies of own data, and destroys those that are no longer kept. */
function startCopies({ config, pool, logger, notifier }: Shared): Pick<ArchiveJob, 'tasks'> & Pick<Rounds, 'stop'> {
  const { tasks, sweep } = createArchiveJob({ pool, logger, notifier, vault: openVault(config) })
  const round = () =>
    sweep().catch((error: unknown) => {
      logger.error({ err: error }, 'destroying copies of own data failed; it is tried again')
    })
  const rounds = startRounds(round, { everyMs: sweepIntervalMs })
  return { tasks, stop: () => rounds.stop() }
}

function watchPushes({ config, pool, logger }: Shared) {
  const sender = openPushSender(config)
  return sender === null ? null : startPushWatch({ pool, logger, sender })
}

function watchForesight(shared: Shared) {
  const { pool, logger } = shared
  return startForesightWatch({ pool, logger, onCounted: alarmOn(shared, 'price-foreseen') })
}

function watchWithdrawals({ pool, logger, metrics }: Shared) {
  return startOverdueWatch({
    pool,
    logger,
    onCounted: (withdrawals) => {
      metrics.withdrawalsOverdue.set(withdrawals)
    },
  })
}

function watchLiabilities({ pool, logger, metrics }: Shared) {
  return startSnapshotWatch({
    pool,
    logger,
    onRound: (isMissing) => {
      metrics.alarms.set({ name: 'liabilities-not-counted' }, isMissing ? 1 : 0)
    },
  })
}
