import { statfs } from 'node:fs/promises'
import { Gauge } from 'prom-client'
import { systemClock } from '../platform/clock.ts'
import type { Clock } from '../platform/clock.ts'
import type { Shared } from './shared.ts'

/** What is read of the server each time that its metrics are. */
interface Measured {
  latest(): { readonly publishedMs: number } | null
  isLedgerHalted(): boolean
}

/** Registers the metrics that are measured when they are read: ages, places, and what is free. */
export function measureServer(
  { config, pool, metrics: { registry } }: Pick<Shared, 'config' | 'pool' | 'metrics'>,
  { latest, isLedgerHalted }: Measured,
  { nowMs }: Clock = systemClock,
): void {
  const registers = [registry]
  const startedMs = nowMs()
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read())
      },
    })
  gauge('candor_frame_age_seconds', 'Age of the newest frame; of the process where there is none yet', () => {
    return (nowMs() - (latest()?.publishedMs ?? startedMs)) / 1000
  })
  gauge('candor_ledger_halted', 'Whether writing to the ledger is halted', () => (isLedgerHalted() ? 1 : 0))
  gauge('candor_data_free_bytes', 'Bytes that are free where the data folder lies', async () => {
    const volume = await volumeOf(config.data)
    return volume.bavail * volume.bsize
  })
  gauge('candor_data_size_bytes', 'Bytes of the volume where the data folder lies', async () => {
    const volume = await volumeOf(config.data)
    return volume.blocks * volume.bsize
  })
  gauge('candor_pool_connections', 'Open connections of the server to the database', () => pool.totalCount)
  gauge('candor_pool_idle', 'Open connections to the database without work', () => pool.idleCount)
  gauge('candor_pool_waiting', 'Queries that wait for a connection to the database', () => pool.waitingCount)
}

/** An unreadable folder must not hide the other metrics: its sizes are then not a number. */
function volumeOf(folder: string): Promise<{ bavail: number; blocks: number; bsize: number }> {
  return statfs(folder).catch(() => ({ bavail: NaN, blocks: NaN, bsize: NaN }))
}
