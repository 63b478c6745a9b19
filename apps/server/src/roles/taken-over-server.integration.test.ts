import { randomUUID } from 'node:crypto'
import { passkeyBinding, passkeyCodeKey, passkeyProof } from '@candor/formulas/passkey-proof'
import { amount } from '@candor/money'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginConfirmation, beginPasskey } from '../modules/confirmation/confirmation-store.ts'
import { corrections, proposeCorrection } from '../modules/correction/correction-store.ts'
import { requestDeposit } from '../modules/deposit/deposit-store.ts'
import { decideDeposit } from '../modules/deposit/review-store.ts'
import { seedDepositChains } from '../modules/deposit/transfer-store.ts'
import { testTxid } from '../modules/deposit/testing/deposit-world.ts'
import { prepareVoucher } from '../modules/deposit/testing/voucher-life.ts'
import { checkLedger } from '../modules/soundness/index.ts'
import { createOperatorLogins } from '../modules/operator/login-service.ts'
import { reviewerAccount, sandboxReviewers } from '../modules/operator/sandbox-reviewer.ts'
import { decideProposal } from '../modules/operator/index.ts'
import { addOperator, logInOperator } from '../modules/operator/testing/operators.ts'
import { addPasskey, challengeOf, confirmAct, testVerifier } from '../modules/verifier/testing/confirm.ts'
import { createSoftwareAuthenticator } from '../modules/verifier/testing/software-authenticator.ts'
import type { SoftwareAuthenticator } from '../modules/verifier/testing/software-authenticator.ts'
import type { VerifierRequest } from '../modules/verifier/index.ts'
import { decideWithdrawal, failWithdrawal } from '../modules/withdrawal/review-store.ts'
import { openWithdrawalWorld } from '../modules/withdrawal/testing/withdrawal-world.ts'
import type { Payee } from '../modules/withdrawal/testing/withdrawal-world.ts'
import { environmentOf, parseConfig } from '../platform/config/index.ts'
import { createPool } from '../platform/postgres/pool.ts'
import { addressFor } from '../platform/postgres/migrate.ts'
import { closeAfterTests, testDatabase } from '../platform/postgres/test-database.ts'
import { totpCode } from '../platform/totp.ts'

const denied = '42501'
const serverKey = 'the key of challenges, of the data folder'
const otherRoles = [
  'candor_market',
  'candor_watcher',
  'candor_verifier',
  'candor_log',
  'candor_definer',
  'candor_owner',
]
const logKey = 'the-key-that-signs-the-logs-of-the-data-fold'.slice(0, 43)
const reviewerKey = 'the-key-of-the-reviewers-of-the-data-folder'

let payee: Payee
/** Every value in the environment that the launcher gives the server. */

/** The database of a live operator: the sandbox's reviewers are refused in it. */
const database = await testDatabase()
const owner = createPool(database.ownerUrl, 'test-owner', { maxConnections: 1 })
await owner.query("insert into origin.mode (mode) values ('live')")
await owner.end()
const world = closeAfterTests(await openWithdrawalWorld(database))
const config = parseConfig({
  DATABASE_URL: database.ownerUrl,
  CANDOR_APP_DATABASE_URL: database.appUrl,
  CANDOR_MARKET_DATABASE_URL: database.marketUrl,
  CANDOR_WATCHER_DATABASE_URL: database.watcherUrl,
  CANDOR_VERIFIER_DATABASE_URL: database.verifierUrl,
  CANDOR_LOG_DATABASE_URL: database.logUrl,
  CANDOR_TICKS_LOG_KEY: logKey,
  CANDOR_EVENTS_LOG_KEY: logKey,
  CANDOR_SECRET: serverKey,
  CANDOR_VAULT_KEY: 'the-key-of-photos-of-the-data-folder',
  CANDOR_SANDBOX_REVIEWER: reviewerKey,
  CANDOR_OUTBOX_KEY: 'the key of the outbox, of the data folder',
})
const environment = environmentOf('server', config, {})
const stolen = Object.values(environment).filter((value) => value !== undefined && value.length > 12) as string[]
const serverAddress = database.appUrl
const verifierPool = createPool(database.verifierUrl, 'test-verifier', { maxConnections: 1 })
beforeAll(async () => {
  payee = await world.addPayee()
  await addOperator(world.ledger.owner, { name: 'lea', roles: ['payments', 'lead'] }, serverKey)
})

afterAll(() => verifierPool.end())

const asServer = (attack: string) => world.ledger.app.query(attack)

/** The code of the error that an attack ends with; `none` where it succeeds. */
const codeOf = (attack: string) =>
  asServer(attack).then(
    () => 'none',
    (error: pg.DatabaseError) => error.code ?? error.message,
  )

async function expectDenied(attacks: readonly string[]): Promise<void> {
  for (const attack of attacks) expect({ attack, code: await codeOf(attack) }).toEqual({ attack, code: denied })
}

/** What an attack must not change: all balances, orders' results, frames, deposits and withdrawals. */
async function fingerprint(): Promise<unknown> {
  const { rows } = await world.ledger.owner.query(
    `select (select md5(string_agg(balance::text, ',' order by account_id)) from ledger.balance) as balances,
       (select md5(string_agg(frame::text, ',' order by slot)) from market.frame) as frames,
       (select md5(string_agg(o::text, ',' order by o::text)) from contract.contract_order as o) as orders,
       (select count(*) from deposit.deposit) as deposits,
       (select md5(string_agg(w::text, ',' order by withdrawal_id)) from withdrawal.withdrawal as w) as withdrawals,
       (select count(*) from operator.session) as sessions`,
  )
  return rows[0]
}

describe('an attacker with every secret of the server', () => {
  test('reaches the database as the application, and as no other role', async () => {
    expect(stolen.length).toBeGreaterThan(5)
    expect(stolen.filter((value) => value.startsWith('postgres'))).toEqual([serverAddress])
    const passwords = [...stolen, decodeURIComponent(new URL(serverAddress).password)]
    for (const user of [...otherRoles, 'postgres'])
      for (const password of passwords) {
        const client = new pg.Client({ connectionString: addressFor(serverAddress, { user, password }) })
        await expect(client.connect()).rejects.toMatchObject({ code: expect.stringMatching(/^28/) })
      }
    for (const role of otherRoles) await expect(asServer(`set role ${role}`)).rejects.toMatchObject({ code: denied })
  })

  test('chooses no outcome of an order', async () => {
    const termsId = await world.ledger.offer({ instrumentId: 1, durationSlots: 60 })
    await world.ledger.publish()
    const order = { customerId: payee.customerId, requestId: randomUUID(), stakeUnits: 10_000_000n, termsId }
    expect(await world.ledger.place([order])).toMatchObject([{ outcome: 'accepted' }])
    const before = await fingerprint()
    const slot = world.ledger.slot
    await expectDenied([
      `select market.publish_frame(${slot}, array[200, 200], array[0, 0], array[1, 1]::smallint[], array[0, 0],
         array[0, 0]::smallint[], null, array[0, 0]::smallint[], sha256(''), 0)`,
      'insert into market.frame select * from market.frame',
      'update market.frame set prices = array[200, 200]',
      'delete from market.frame',
      'insert into market.gap (from_slot, to_slot) values (1, 2)',
      'select market.write_sessions(array[1], array[0]::smallint[], array[null]::bigint[], array[null]::bigint[])',
      'update clock.setting set virtual_now_ms = 1',
      "update contract.contract_order set result = 'won'",
      'update market.terms set payout_bps = 9000',
    ])
    expect(await fingerprint()).toEqual(before)
  })

  test('foresees no simulated price: the seeds of these days are out of reach', async () => {
    const { rows } = await world.ledger.owner.query<{ day: number }>(
      'select (clock.now_ms() / 86400000)::integer as day',
    )
    const day = rows[0]?.day ?? 0
    const commit = 'select market.commit_seed($1, $2) as seed'
    const committed = await world.ledger.owner.query(commit, [day, Buffer.alloc(32, 9)])
    expect(committed.rows).toEqual([{ seed: Buffer.alloc(32, 9) }])
    expect((await asServer(`select seed, revealed_ms from market.seed_commitment where day = ${day}`)).rows).toEqual([
      { seed: null, revealed_ms: null },
    ])
    await expectDenied([
      'select seed from market.secret_seed',
      'copy market.secret_seed to stdout',
      'select * from market.secret_seed for update',
      `select market.commit_seed(${day}, sha256(''))`,
      'select market.reveal_seeds()',
      "update market.seed_commitment set commitment = sha256('')",
      'delete from market.seed_commitment',
      'select deflated from market.tick_record',
      "select market.store_ticks(1, '', '')",
      "select market.store_simulation_start(1, '{1}')",
    ])
  })

  test('mints no deposit', async () => {
    const before = await fingerprint()
    const address = `0x${'1'.repeat(40)}`
    await expectDenied([
      `select deposit.assign_address('ERC20', ${payee.customerId}, 1, '${address}')`,
      `select deposit.record_transfer('ERC20', '0x${'2'.repeat(64)}', 0, '${address}', 'token', 1000000000000, 1, 'hash',
         1, true)`,
      'select deposit.credit_deposit(1, 1000000000000)',
      'update deposit.watcher_cap set total_a_day = 9000000000000000000',
      `update deposit.deposit_chain set token = '${address}'`,
      "insert into deposit.deposit_verdict values (1, 1, true, 'reference', 0), (1, 2, true, 'reference', 0)",
      'update ledger.account set posted = posted + 1000000000000',
      'select ledger.resume()',
    ])
    expect(await fingerprint()).toEqual(before)
  })

  test('approves no large withdrawal', async () => {
    const id = await world.withdraw(payee, 'USDT', '300')
    const before = await fingerprint()
    for (const secret of stolen) await expect(world.decide(secret, id)).rejects.toMatchObject({ code: 'CO001' })
    const logins = createOperatorLogins({ pool: world.ledger.app, secret: serverKey })
    for (const reviewer of sandboxReviewers) {
      const { name, password, totpSecret } = reviewerAccount(reviewerKey, reviewer)
      const totp = totpCode(totpSecret, Date.now())
      const opened = await logins.login(
        { account: name, password, totp, newPassword: undefined },
        { ip: '127.0.0.1', userAgent: 'Attack', device: { value: null, keep: () => undefined } },
      )
      expect(opened.ok).toBe(false)
    }
    await expectDenied([
      `update withdrawal.withdrawal set state = 'approved', first_approver = 1, second_approver = 2`,
      'update withdrawal.withdrawal_terms set two_person_threshold = 1000000000000',
      `insert into operator.session (operator_id, secret_hash, device, network, created_ms, last_used_ms)
       values (1, sha256('x'), 'd', 'n', 0, 9000000000000)`,
      'select totp_secret, sealed_totp from operator.account',
      'select operator.opened_totp(name, sealed_totp, null) from operator.account',
      'select operator.seal_authenticators(null)',
      `update operator.account set totp_secret = '\\x00'`,
    ])
    expect(await fingerprint()).toEqual(before)
    expect((await checkLedger(world.ledger.app)).mismatches).toEqual([])
  })
})

describe('an attacker who has also stolen the sessions, passwords and authenticators of two operators', () => {
  interface Stolen {
    readonly secret: string
    /** What the attacker does not have: it signs only what the operator confirms. */
    readonly key: SoftwareAuthenticator
  }
  let ann: Stolen
  let ben: Stolen
  const steal = async (name: string): Promise<Stolen> => {
    const { owner, app } = world.ledger
    const { secret } = await logInOperator({ owner, app }, { name, roles: ['payments', 'lead', 'risk', 'desk'] })
    return { secret, key: await addPasskey({ owner, app }, secret) }
  }
  beforeAll(async () => {
    ann = await steal('ann')
    ben = await steal('ben')
  })

  const approve = (secret: string, withdrawalId: bigint) =>
    decideWithdrawal(world.ledger.app, secret, { withdrawalId, verdict: 'approved', reason: '' })
  const begin = async (secret: string, id: bigint) => {
    const begun = await beginConfirmation(world.ledger.app, secret, { act: 'withdrawal.approve', id, reference: null })
    if (begun === null) throw new Error('the withdrawal needs no confirmation')
    return begun
  }
  const unconfirmed = { code: 'CO005' }

  test('approves no large withdrawal by anything that the server can send or write', async () => {
    const id = await world.withdraw(payee, 'USDT', '310')
    const before = await fingerprint()
    const verifier = testVerifier(verifierPool)
    for (const { secret } of [ann, ben]) {
      await expect(approve(secret, id)).rejects.toMatchObject(unconfirmed)
      const { confirmationId, bytes } = await begin(secret, id)
      const forged = createSoftwareAuthenticator()
      const used = forged.use(challengeOf(bytes))
      const requests: VerifierRequest[] = [
        { act: 'confirm', confirmationId, used },
        { act: 'confirm', confirmationId, used: { ...used, id: ann.key.credentialId, rawId: ann.key.credentialId } },
        { act: 'review', confirmationId },
        ...(await forgedPasskeys(secret, forged)),
      ]
      for (const request of requests) expect(await verifier.take(request)).toBe('refused')
      await expectDenied([
        `select operator.confirm_case(${confirmationId}, 1, 1, '{}')`,
        `select operator.confirm_for_reviewer(${confirmationId})`,
        `select operator.enrol_passkey(${confirmationId}, 'x', 'x', 0, 'x', '{}', 1, 1)`,
        `select operator.awaited_confirmation(${confirmationId}, 'x')`,
        "select operator.allow_passkey('ann', sha256('x'))",
        'update operator.confirmation set confirmed_ms = 1',
        "insert into operator.confirmation (operator_id, kind, case_id, details, bytes, until_ms) values (1, 'a', 1, '{}', '', 1)",
        "update operator.passkey set public_key = '\\x00'",
        'select key from operator.passkey_code',
        'update operator.account set is_sandbox = true',
      ])
      await expect(approve(secret, id)).rejects.toMatchObject(unconfirmed)
    }
    expect(await fingerprint()).toEqual(before)
  })

  /** Passkeys of the attacker's own, with what else may permit one. */
  async function forgedPasskeys(secret: string, forged: SoftwareAuthenticator): Promise<VerifierRequest[]> {
    const { confirmationId, bytes } = await beginPasskey(world.ledger.app, secret)
    const created = forged.create(challengeOf(bytes))
    const request = { act: 'enrol', confirmationId, name: 'Mine', created, proof: null, used: null } as const
    const guesses = [...stolen, ''].map((text) => passkeyProof(passkeyCodeKey(text), created.response))
    return [
      request,
      ...guesses.map((proof) => ({ ...request, proof })),
      { ...request, used: forged.use(passkeyBinding(created.response)) },
    ]
  }

  test('uses what an operator has confirmed for no other case, amount, act or operator, and once', async () => {
    const { app } = world.ledger
    const [one, other] = [await world.withdraw(payee, 'USDT', '320'), await world.withdraw(payee, 'USDT', '321')]
    const verifier = testVerifier(verifierPool)
    const begun = await begin(ann.secret, one)
    const used = ann.key.use(challengeOf(begun.bytes))
    const ofOther = await begin(ann.secret, other)
    const ofBen = await begin(ben.secret, one)
    for (const { confirmationId } of [ofOther, ofBen])
      expect(await verifier.take({ act: 'confirm', confirmationId, used })).toBe('refused')
    expect(await verifier.take({ act: 'confirm', confirmationId: begun.confirmationId, used })).toBe('confirmed')
    await expect(approve(ann.secret, other)).rejects.toMatchObject(unconfirmed)
    await expect(approve(ben.secret, one)).rejects.toMatchObject(unconfirmed)
    expect(await approve(ann.secret, one)).toBe('under-review')
    const later = await begin(ben.secret, one)
    expect(await verifier.take({ act: 'confirm', confirmationId: later.confirmationId, used })).toBe('refused')
    // The rightful second person, and then only what was approved is paid, and only that is reported as failed.
    await confirmAct(world.ledger, ben.secret, { act: 'withdrawal.approve', id: one })
    await confirmAct(world.ledger, ben.secret, { act: 'withdrawal.approve', id: one })
    expect(await approve(ben.secret, one)).toBe('approved')
    await world.send(ben.secret, one)
    await expect(failWithdrawal(app, ben.secret, one, 'a proof of the attacker')).rejects.toMatchObject(unconfirmed)
  })

  test('mints nothing by deposits, corrections and payments for merchants that both approve', async () => {
    const { app, owner } = world.ledger
    const { customerId } = payee
    const [depositId, correctionId] = [await largeDeposit(customerId), await largeCorrection(ann.secret, customerId)]
    const before = await fingerprint()
    for (const { secret } of [ann, ben])
      await expect(
        decideDeposit(app, secret, depositId, { verdict: 'approved', reference: testTxid(1n) }),
      ).rejects.toMatchObject(unconfirmed)
    const decision = { secret: ben.secret, id: correctionId, verdict: 'approved', note: '' } as const
    await expect(decideProposal(app, corrections, decision)).rejects.toMatchObject(unconfirmed)
    expect(await fingerprint()).toEqual(before)
    await confirmAct({ owner, app }, ben.secret, { act: 'correction.confirm', id: correctionId })
    expect(await decideProposal(app, corrections, decision)).toBe('decided')
  })

  async function largeDeposit(customerId: bigint): Promise<bigint> {
    const { owner, app } = world.ledger
    await seedDepositChains(owner, [{ chain: 'ERC20', token: `0x${'1'.repeat(40)}`, confirmations: 12 }])
    const { request } = prepareVoucher({ pool: app, owner, customerId, secrets: [ann.secret, ben.secret] })
    const { depositId, outcome } = await requestDeposit(app, request)
    if (depositId === null) throw new Error(`the deposit was refused: ${outcome}`)
    return depositId
  }

  async function largeCorrection(secret: string, customerId: bigint): Promise<bigint> {
    const wanted = { customerId, amount: amount('USDT', 1_000_000_000n), reason: 'other', note: 'a gift' } as const
    const id = await proposeCorrection(world.ledger.app, secret, wanted)
    if (id === null) throw new Error('the customer is unknown')
    return id
  }

  test('changes no contract terms, interest, spread of swaps or band of adverts, and lifts no halt', async () => {
    const { app } = world.ledger
    const cases = await decidedByTwo(ann.secret)
    const before = await offers()
    const verifier = testVerifier(verifierPool)
    for (const { act, id, decide } of cases) {
      await expect(decide(ann.secret)).rejects.toMatchObject({ code: 'CO003' })
      await expect(decide(ben.secret)).rejects.toMatchObject(unconfirmed)
      const begun = await beginConfirmation(app, ben.secret, { act, id, reference: null })
      if (begun === null) throw new Error(`${act} needs no confirmation`)
      const { confirmationId, bytes } = begun
      const used = createSoftwareAuthenticator().use(challengeOf(bytes))
      const ofBen = { ...used, id: ben.key.credentialId, rawId: ben.key.credentialId }
      for (const request of [
        { act: 'confirm', confirmationId, used },
        { act: 'confirm', confirmationId, used: ofBen },
        { act: 'review', confirmationId },
      ] satisfies VerifierRequest[])
        expect(await verifier.take(request)).toBe('refused')
      await expect(decide(ben.secret)).rejects.toMatchObject(unconfirmed)
    }
    await expectDenied([
      'update market.terms_proposal set payout_bps = 2',
      'update interest.interest_product set daily_rate_ppm = 1',
      'update interest.interest_proposal set daily_rate_ppm = 1',
      'update swap.swap_terms set spread_bps = 1000',
      'update swap.swap_proposal set spread_bps = 999',
      'update floor.advert_terms_proposal set band_bps = 999',
      'update market.halt set lifted_ms = 1',
      'select market.add_terms(1)',
      'select interest.add_product(1)',
      'select swap.add_terms(1)',
      'select floor.add_advert_terms(1)',
      'select setting.apply(1)',
      'update setting.bound set highest = highest + 1',
      'update setting.setting_proposal set wanted = 1',
    ])
    // What the rightful second person confirms decides no other proposal.
    const [terms, ...others] = cases
    await confirmAct(world.ledger, ben.secret, terms)
    for (const { decide } of others) await expect(decide(ben.secret)).rejects.toMatchObject(unconfirmed)
    expect(await offers()).toEqual(before)
    for (const other of others) {
      await confirmAct(world.ledger, ben.secret, other)
      await other.decide(ben.secret)
    }
    await terms.decide(ben.secret)
    const after = await offers()
    expect(Object.keys(before).filter((name) => after[name] === before[name])).toEqual([])
  })

  /** What decides about money without moving any, proposed by this operator, and how a second one decides it. */
  async function decidedByTwo(secret: string) {
    const { app, owner } = world.ledger
    await world.ledger.offer({ instrumentId: 1, durationSlots: 60 })
    const instrument = await owner.query<{ symbol: string }>(
      'select symbol from market.instrument where instrument_id = 1',
    )
    const symbol = instrument.rows[0]?.symbol ?? ''
    const propose = async (call: string, values: readonly unknown[] = []) => {
      const { rows } = await app.query<{ id: bigint }>(`select ${call} as id`, [secret, ...values])
      return rows[0]?.id ?? 0n
    }
    const version = (kind: 'terms' | 'interest' | 'swap-terms' | 'advert-terms' | 'house-setting', id: bigint) => ({
      act: `${kind}.confirm` as const,
      id,
      decide: (by: string) => app.query("select version.decide($1, $2, $3, true, '')", [kind, by, id]),
    })
    const haltId = await propose("market.halt_instrument($1, $2, 'price-doubt', 'two sources differ')", [symbol])
    await propose("market.request_lift($1, $2, 'an attack')", [haltId])
    return [
      version('terms', await propose("market.propose_terms($1, 1, 60, true, 1, 2, 0, 10000, 3, 1, 1, 'an attack')")),
      version(
        'interest',
        await propose(
          "interest.propose_interest($1, 2::smallint, 86400000, true, 10000, 1000000, 2000000, 'an attack')",
        ),
      ),
      version(
        'swap-terms',
        await propose("swap.propose_swap_terms($1, 1::smallint, 1, false, 1000, 60000, 'an attack')"),
      ),
      version(
        'house-setting',
        await propose("setting.propose($1, 'withdrawal-two-people-usd', 10000000000, 'an attack')"),
      ),
      version('advert-terms', await propose("floor.propose_advert_terms($1, 1000, 'an attack')")),
      {
        act: 'halt.lift' as const,
        id: haltId,
        decide: (by: string) => app.query("select market.decide_lift($1, $2, true, '')", [by, haltId]),
      },
    ] as const
  }

  async function offers(): Promise<Record<string, unknown>> {
    const { rows } = await world.ledger.owner.query<Record<string, unknown>>(
      `select (select md5(string_agg(t::text, ',' order by terms_id)) from market.terms as t) as terms,
         (select count(*) from interest.interest_product) as products,
         (select count(*) from swap.swap_terms) as swaps,
         (select count(*) from floor.advert_terms) as bands,
         (select md5(string_agg(s::text, ',' order by name)) from setting.current_values() as s) as settings,
         (select count(*) from market.instrument where halted) as halted`,
    )
    return rows[0] ?? {}
  }
})
