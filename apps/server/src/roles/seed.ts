import { openSandboxBooks } from '../modules/ledger/index.ts'
import { seedRules } from '../modules/conduct/index.ts'
import { seedDepositChains } from '../modules/deposit/index.ts'
import type { DepositChain } from '../modules/deposit/index.ts'
import { openSandboxFloor } from '../modules/floor/index.ts'
import { seedIdentity } from '../modules/identity/index.ts'
import { seedLegalTexts } from '../modules/legal/index.ts'
import { openSandboxInterest } from '../modules/interest/index.ts'
import { rewardOf, seedInviteReward } from '../modules/invite/index.ts'
import { authenticatorKey, sealAuthenticators, seedSandboxReviewers } from '../modules/operator/index.ts'
import { offerInstruments, seedMarket } from '../modules/market/index.ts'
import { openSandboxPayouts } from '../modules/payout/index.ts'
import { resealTotps } from '../modules/security/index.ts'
import { seedKeepDays } from '../modules/support/index.ts'
import { systemClock } from '../platform/clock.ts'
import { createPool } from '../platform/postgres/pool.ts'
import type { Database } from '../platform/transaction.ts'

/** The seed's inputs from the configuration. */
export interface SeedOptions {
  readonly mode: 'sandbox' | 'live'
  /** Root invitation code; an empty one keeps the existing code. */
  readonly inviteCode: string
  /** The inviter's reward for each customer who becomes verified, as in "5 USDT"; none if absent. */
  readonly inviteReward?: string
  /** Days for which conversations with customer service are kept; defaults to the database's own value. */
  readonly supportKeepDays?: number
  /** Key of the sandbox's reviewers; without it there are none. */
  readonly reviewerKey?: string
  /** The server's key, which seals secrets of the database. Without it none is sealed, and no reviewer made. */
  readonly serverKey?: string
  /** The symbols of the instruments that are offered, all others being hidden; the catalogue's own choice if absent. */
  readonly offered?: ReadonlySet<string> | undefined
  /** The folder of the operator's legal texts; without it none are published. */
  readonly legalFolder?: string
  /** The watched chains, by their USDT; other chains credit nothing automatically. */
  readonly depositChains?: readonly DepositChain[]
}

/** The database was created in another mode. The message is one actionable sentence. */
export class ModeError extends Error {
  override readonly name = 'ModeError'
}

/**
 * Fills an empty database with the product's initial data. Runs as the owner at every start; idempotent. Throws
 * ModeError first when the database was created in another mode.
 */
export async function seed(ownerUrl: string, options: SeedOptions): Promise<void> {
  const pool = createPool(ownerUrl, 'seed', { maxConnections: 1 })
  try {
    await keepMode(pool, options.mode)
    await seedMarket(pool, systemClock)
    if (options.offered !== undefined) await offerInstruments(pool, options.offered)
    await seedRules(pool)
    if (options.legalFolder !== undefined) await seedLegalTexts(pool, options.legalFolder, options.mode)
    if (options.mode === 'sandbox') await openSandboxBooks(pool)
    if (options.mode === 'sandbox') await openSandboxPayouts(pool)
    if (options.mode === 'sandbox') await openSandboxInterest(pool)
    if (options.mode === 'sandbox') await openSandboxFloor(pool)
    if (options.serverKey !== undefined) await sealSecrets(pool, options.serverKey)
    if (options.mode === 'sandbox' && options.reviewerKey !== undefined && options.serverKey !== undefined)
      await seedSandboxReviewers(pool, { key: options.reviewerKey, secret: options.serverKey })
    await seedIdentity(pool, options)
    await seedInviteReward(pool, rewardOf(options.inviteReward ?? ''), options.mode === 'sandbox')
    if (options.supportKeepDays !== undefined) await seedKeepDays(pool, options.supportKeepDays)
    await seedDepositChains(pool, options.depositChains ?? [])
  } finally {
    await pool.end()
  }
}

/** Seals what earlier versions stored in clear, or bound to no row. */
async function sealSecrets(owner: Database, serverKey: string): Promise<void> {
  await sealAuthenticators(owner, authenticatorKey(serverKey), null)
  await resealTotps(owner, { secret: serverKey, formerSecret: null })
}

/**
 * The first seed fixes the mode: a ledger of play money must never be mistaken for one of real money, or the reverse.
 */
async function keepMode(owner: Database, mode: SeedOptions['mode']): Promise<void> {
  await owner.query('insert into origin.mode (mode) values ($1) on conflict do nothing', [mode])
  const { rows } = await owner.query<{ mode: string }>('select mode from origin.mode')
  const kept = rows[0]?.mode
  if (kept === mode) return
  throw new ModeError(
    `This database was begun in ${kept} mode and stays in it; for ${mode} choose another data folder or database.`,
  )
}
