/**
 * Checks every invariant of the ledger in the data folder, whether Candor is running or not. Ends with `ledger clean` or exit code 1.
 * With `--resume`, a clean ledger that was halted writes again.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { checkLedger, resumeLedger } from '../apps/server/src/modules/ledger/index.ts'
import type { Mismatch } from '../apps/server/src/modules/ledger/index.ts'
import { ConfigError, parseConfig } from '../apps/server/src/platform/config/index.ts'
import { EmbeddedPostgresError, startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { addressFor } from '../apps/server/src/platform/postgres/migrate.ts'
import { createPool } from '../apps/server/src/platform/postgres/pool.ts'
import { openDataFolder } from './launch/data-folder.ts'
import type { DataFolder } from './launch/data-folder.ts'
import { LaunchError } from './launch/launch-error.ts'

interface Access {
  readonly appUrl: string
  readonly ownerUrl: string
  close(): Promise<void>
}

const resumeFlag = '--resume'

async function main(): Promise<void> {
  const wishes = process.argv.slice(2)
  const config = parseConfig(
    process.env,
    wishes.filter((wish) => wish !== resumeFlag),
  )
  if (!existsSync(join(config.data, 'secrets.json')))
    throw new LaunchError(`There is no data folder of Candor at ${config.data}; name another with --data.`)
  const folder = await openDataFolder(config.data)
  const access = await open(folder, config.databaseUrl)
  try {
    const mismatches = await check(access.appUrl)
    console.log(mismatches === 0 ? 'ledger clean' : `ledger broken: ${mismatches} mismatches`)
    process.exitCode = mismatches === 0 ? 0 : 1
    if (mismatches === 0 && wishes.includes(resumeFlag)) await resume(access.ownerUrl)
  } finally {
    await access.close()
  }
}

/** The application's own address, which may read everything and write nothing, and the owner's, which may resume. */
async function open(folder: DataFolder, databaseUrl: string): Promise<Access> {
  const asOwner = { user: 'candor_owner', password: folder.secrets.ownerPassword }
  const asApp = { user: 'candor_app', password: folder.secrets.appPassword }
  const stay = () => Promise.resolve()
  const addresses = (url: string) => ({
    appUrl: addressFor(url, { ...asApp, database: 'candor' }),
    ownerUrl: addressFor(url, { ...asOwner, database: 'candor' }),
  })
  if (databaseUrl !== '') return { appUrl: addressFor(databaseUrl, asApp), ownerUrl: databaseUrl, close: stay }
  const dataDir = join(folder.path, 'postgres')
  const port = await runningPort(dataDir)
  if (port !== null) return { ...addresses(`postgres://127.0.0.1:${port}`), close: stay }
  if (!existsSync(join(dataDir, 'PG_VERSION'))) throw new LaunchError(`${folder.path} has no database yet; npm start creates it.`)
  const postgres = await startEmbeddedPostgres({ dataDir, password: folder.secrets.ownerPassword, durable: true })
  return { ...addresses(postgres.url), close: () => postgres.stop() }
}

/** The port of a PostgreSQL that runs on this folder, as its lock file says, or null. */
async function runningPort(dataDir: string): Promise<string | null> {
  const lines = (await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n').map((line) => line.trim())
  const [pid = '', , , port = ''] = lines
  if (!/^\d+$/.test(pid) || !/^\d+$/.test(port) || lines[7] !== 'ready') return null
  return isAlive(Number(pid)) ? port : null
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process is alive all the same.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function check(appUrl: string): Promise<number> {
  const pool = createPool(appUrl, 'check-ledger', { maxConnections: 1 })
  try {
    const { mismatches } = await checkLedger(pool, null, report)
    return mismatches.length
  } finally {
    await pool.end()
  }
}

async function resume(ownerUrl: string): Promise<void> {
  const owner = createPool(ownerUrl, 'resume-ledger', { maxConnections: 1 })
  try {
    await resumeLedger(owner)
    console.log('every stripe writes again')
  } finally {
    await owner.end()
  }
}

function report(invariant: string, mismatches: readonly Mismatch[]): void {
  console.log(`${mismatches.length === 0 ? 'ok    ' : 'BROKEN'} ${invariant}`)
  for (const { stripe, detail } of mismatches) console.log(`         ${stripe === null ? '' : `stripe ${stripe}: `}${detail}`)
}

try {
  await main()
} catch (error) {
  const isExpected = error instanceof LaunchError || error instanceof ConfigError || error instanceof EmbeddedPostgresError
  console.error(isExpected ? error.message : error)
  process.exit(1)
}
