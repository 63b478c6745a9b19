import { createHash, randomUUID } from 'node:crypto'
import { kycState } from '@candor/api'
import type { captchaCreate, Operation, OutputOf } from '@candor/api'
import pino from 'pino'
import type { Pool } from 'pg'
import * as z from 'zod/mini'
import { createBus } from '../src/platform/bus/index.ts'
import { manualClock } from '../src/platform/clock.ts'
import type { Clock } from '../src/platform/clock.ts'
import { customerAudience } from '../src/platform/http/audience.ts'
import { createDispatch } from '../src/platform/http/dispatch.ts'
import type { WireResponse } from '../src/platform/http/dispatch.ts'
import { route } from '../src/platform/http/index.ts'
import { createJobs } from '../src/platform/jobs.ts'
import { keyedHash } from '../src/platform/keyed-hash.ts'
import { mailTasks } from '../src/platform/mail/index.ts'
import { createMetrics } from '../src/platform/metrics.ts'
import { createPool } from '../src/platform/postgres/pool.ts'
import { openTestDatabase } from '../src/platform/postgres/test-database.ts'
import { ok } from '../src/platform/result.ts'
import { closingRoutes, createClosingService } from '../src/modules/closing/index.ts'
import { createCodes } from '../src/modules/codes/index.ts'
import { createIdentity, hasAccount, seedIdentity } from '../src/modules/identity/index.ts'
import type { Identity, IdentityDependencies, SharedNames } from '../src/modules/identity/index.ts'
import { readShownName } from '../src/modules/invite/index.ts'
import { createConsents } from '../src/modules/legal/index.ts'
import { openCustomer } from '../src/modules/ledger/index.ts'
import { stopRecovery } from '../src/modules/kyc/index.ts'
import { createPasswords } from '../src/modules/identity/password-hash.ts'
import type { Passwords } from '../src/modules/identity/password-hash.ts'
import { createSecurity, createTotp, phraseGreeting, withdrawalHold } from '../src/modules/security/index.ts'
import { logInOperator } from '../src/modules/operator/testing/operators.ts'
import { openEntrance } from './http-server.ts'

let drawn = 0
const secret = 'a secret of tests'
const startMs = 1_700_000_000_000
const logger = pino({ level: 'silent' })

/** A call for verified customers, to test the gate before it: it returns their state. */
const gated = {
  audience: 'customer',
  path: 'test/gated',
  summary: '',
  access: 'verified',
  input: z.object({}),
  output: kycState,
  refusals: [],
} as const satisfies Operation

/** The caller of a test: network and token. */
export interface CallOptions {
  readonly token?: string
  readonly ip?: string
  readonly userAgent?: string
  readonly lang?: 'en' | 'zh'
  readonly pageOrigin?: string
  /** What the browser has kept of earlier logins. The newest value is written to it. */
  readonly browser?: { device: string | null }
}

const ignore = () => undefined

type FixtureOptions = Partial<Pick<IdentityDependencies, 'mode' | 'openAccounts' | 'onInvited'>> & {
  readonly passwords?: Passwords
  /** The hasher of callers who are not logged in, where it differs. */
  readonly strangersPasswords?: Passwords
  /** Makes the database a cell of a platform, and opens the names that it shares with others. */
  readonly openNames?: (databases: {
    readonly pool: Pool
    readonly owner: Pool
    readonly clock: Clock
  }) => Promise<SharedNames>
}

/** The modules under test with their platform. Passwords are cheap here. */
function createModules(
  {
    pool,
    clock,
    sharedNames,
  }: { readonly pool: Pool; readonly clock: Clock; readonly sharedNames: SharedNames | null },
  options: FixtureOptions,
) {
  const bus = createBus(ignore)
  const codes = createCodes({ pool, clock, secret, hasAccount: (email) => hasAccount(pool, email) })
  const passwords =
    options.passwords ?? createPasswords({ maxRunning: 2, maxWaiting: 5_000 }, { memoryKib: 64, passes: 1, lanes: 1 })
  const mode = options.mode ?? 'sandbox'
  const openAccounts = options.openAccounts ?? openCustomer
  const totp = createTotp({ pool, clock, secret, formerSecrets: [] })
  const guards = {
    secondStep: totp.check,
    holdWithdrawals: withdrawalHold(mode),
    onInvited: options.onInvited ?? ignore,
    stopRecovery,
    consents: createConsents(pool, clock),
    shownNameOf: (customerId: bigint) => readShownName(pool, customerId),
  }
  const queues = { known: passwords, strangers: options.strangersPasswords ?? passwords }
  const common = { pool, clock, logger, secret, mode, codes, sharedNames }
  const passwordLength = { min: 6, max: 16 }
  const identity = createIdentity({ ...common, bus, openAccounts, passwords: queues, passwordLength, ...guards })
  const security = createSecurity({ ...common, formerSecrets: [], passwords, identity, totp, stopRecovery })
  const closing = createClosingService({ pool, clock, logger, identity, secondStep: totp.check })
  return { bus, codes, identity, security, closing }
}

/** Identity and codes on a database of their own, called the way the HTTP server calls them. */
export async function openIdentity(options: FixtureOptions = {}) {
  const database = await openTestDatabase()
  const pool = createPool(database.appUrl, 'test')
  const owner = createPool(database.ownerUrl, 'test-owner')
  const clock = manualClock(startMs)
  const sharedNames = (await options.openNames?.({ pool, owner, clock })) ?? null
  const { bus, codes, identity, security, closing } = createModules({ pool, clock, sharedNames }, options)
  const inviteCode = await seedIdentity(pool, { inviteCode: 'ROOT22' })
  const jobs = createJobs({ appUrl: database.appUrl, logger })
  const routes = [
    ...codes.routes,
    ...identity.routes,
    ...security.routes,
    ...closingRoutes(closing),
    route(gated, async (_input, { principal }) => ok(principal.kycState)),
  ]
  const { serve } = createDispatch(customerAudience({ ...openEntrance, authenticate: identity.authenticate }), {
    logger,
    metrics: createMetrics(),
    nowMs: clock.nowMs,
    networkTag: () => 'a network',
  })

  const call = (path: string, body: object, options: CallOptions = {}): Promise<WireResponse> => {
    const { token, ip = '198.51.100.7', userAgent = 'Test browser', lang = 'en', pageOrigin = null, browser } = options
    const route = routes.find((candidate) => candidate.operation.path === path)
    if (route === undefined) throw new Error(`no route ${path}`)
    const requestId = randomUUID()
    const keep = (value: string) => {
      if (browser !== undefined) browser.device = value
    }
    const device = { value: browser?.device ?? null, keep }
    return serve(route, { token, country: null, lang, ip, userAgent, pageOrigin, device, requestId, body })
  }

  return {
    pool,
    owner,
    clock,
    bus,
    codes,
    identity,
    paymentPasswords: security.paymentPasswords,
    inviteCode,
    call,
    deliverMail: () =>
      jobs.runDue(mailTasks({ pool, clock, smtpUrl: '', from: '', keepsOutbox: true, greeting: phraseGreeting(pool) })),
    /** Sets the database's clock to the time of `clock`: what limits a customer reads the time from the database. */
    setDatabaseClock: () => owner.query('update clock.setting set virtual_now_ms = $1', [clock.nowMs()]),
    /** Disables or enables an account as an operator does. */
    setEnabled: (customerId: bigint, isEnabled: boolean) =>
      setEnabled({ owner, app: pool }, identity, { customerId, isEnabled }),
    /** A captcha whose solution is `ABC347`. */
    captcha: () => openCaptcha(pool, clock),
    async close() {
      await pool.end()
      await owner.end()
      await database.close()
    },
  }
}

async function openCaptcha(pool: Pool, clock: Clock): Promise<{ captchaId: string; captcha: string }> {
  const captchaId = randomUUID()
  const answerHash = keyedHash(secret, 'captcha', captchaId, 'ABC347')
  const expiresMs = clock.nowMs() + 120_000
  await pool.query('insert into identity.captcha values ($1, $2, $3)', [captchaId, answerHash, expiresMs])
  return { captchaId, captcha: 'abc347' }
}

async function setEnabled(
  pools: { readonly owner: Pool; readonly app: Pool },
  identity: Identity,
  change: { readonly customerId: bigint; readonly isEnabled: boolean },
): Promise<boolean> {
  const { secret: session } = await logInOperator(pools, { name: `switcher-${(drawn += 1)}`, roles: ['support'] })
  return identity.setEnabled({ ...change, secret: session, reason: 'other' })
}

export type IdentityFixture = Awaited<ReturnType<typeof openIdentity>>

/** Solves a proof of work as a browser does, and returns the form field. */
export function solveWork(challenge: OutputOf<typeof captchaCreate>['challenge']): string {
  const { algorithm, salt, signature } = challenge
  for (let number = 0; number <= challenge.maxnumber; number += 1) {
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') !== challenge.challenge) continue
    return Buffer.from(JSON.stringify({ algorithm, challenge: challenge.challenge, number, salt, signature })).toString(
      'base64',
    )
  }
  throw new Error('the proof of work has no solution')
}
