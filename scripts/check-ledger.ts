/**
 * Checks every invariant of the ledger in the data folder, whether Candor is running or not. Ends with `ledger clean`
 * or exit code 1. With `--resume`, a clean ledger that was halted accepts writes again.
 */
import process from 'node:process'
import { checkLedger, resumeLedger } from '../apps/server/src/modules/ledger/index.ts'
import type { Mismatch } from '../apps/server/src/modules/ledger/index.ts'
import { ConfigError, parseConfig } from '../apps/server/src/platform/config/index.ts'
import { EmbeddedPostgresError } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { createPool } from '../apps/server/src/platform/postgres/pool.ts'
import { openAccess } from '../apps/launcher/src/database-access.ts'
import { LaunchError } from '../apps/launcher/src/launch-error.ts'

const resumeFlag = '--resume'

async function main(): Promise<void> {
  const wishes = process.argv.slice(2)
  const config = parseConfig(
    process.env,
    wishes.filter((wish) => wish !== resumeFlag),
  )
  const access = await openAccess(config)
  try {
    const mismatches = await check(access.appUrl)
    console.log(mismatches === 0 ? 'ledger clean' : `ledger broken: ${mismatches} mismatches`)
    process.exitCode = mismatches === 0 ? 0 : 1
    if (mismatches === 0 && wishes.includes(resumeFlag)) await resume(access.ownerUrl)
  } finally {
    await access.close()
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
  for (const { stripe, detail } of mismatches)
    console.log(`         ${stripe === null ? '' : `stripe ${stripe}: `}${detail}`)
}

try {
  await main()
} catch (error) {
  const isExpected =
    error instanceof LaunchError || error instanceof ConfigError || error instanceof EmbeddedPostgresError
  console.error(isExpected ? error.message : error)
  process.exit(1)
}
