import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { migrate } from '../apps/server/src/platform/postgres/migrate.ts'
import { createPool } from '../apps/server/src/platform/postgres/pool.ts'
import { loadMarket, readCalendars, seedMarket, storeOpeningHistory } from '../apps/server/src/modules/market/index.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { buildApps } from '../apps/launcher/src/build-app.ts'
import { withNewDatabase } from '../apps/launcher/src/testing/new-database.ts'
import { openBrowser } from './browser.ts'
import { cjkFontsFile } from './cjk-fonts.ts'
import { migratedFolderVariable } from './running-candor.ts'

/**
 * Vitest's global set-up: slow shared preparation runs once. The apps are built, the packaged Chromium and fonts are
 * unpacked before two files need them at once, and a data folder is created, with a migrated database that has the
 * market's generated history: storing it takes each start two seconds of a processor.
 */
export async function setup(): Promise<() => Promise<void>> {
  await buildApps(join(import.meta.dirname, '..'), () => undefined)
  const browser = await openBrowser()
  await browser.close()
  await cjkFontsFile()
  const folder = await mkdtemp(join(tmpdir(), 'candor-e2e-migrated-'))
  // PostgreSQL may run as another user, who needs access to its data.
  await chmod(folder, 0o755)
  await withNewDatabase(folder, async (databaseUrl) => {
    await migrate(databaseUrl)
    await storeHistory(databaseUrl)
  })
  process.env[migratedFolderVariable] = folder
  return () => rm(folder, { recursive: true, force: true })
}

/** Stores what the market of a first start would store before its first price. */
async function storeHistory(databaseUrl: string): Promise<void> {
  const owner = createPool(databaseUrl, 'test-owner')
  try {
    await seedMarket(owner, systemClock)
    const { instruments } = await loadMarket(owner)
    const calendars = readCalendars()
    // The simulated feed begins at the calibrated prices.
    const openingPrice = () => null
    await storeOpeningHistory(owner, { instruments, calendars, openingPrice, seed: 1, nowMs: systemClock.nowMs() })
  } finally {
    await owner.end()
  }
}
