import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkLedger } from '../modules/ledger/index.ts'
import { createOperatorLogins } from '../modules/operator/login-service.ts'
import { reviewerAccount, sandboxReviewers } from '../modules/operator/sandbox-reviewer.ts'
import { addOperator } from '../modules/operator/testing/operators.ts'
import { openWithdrawalWorld } from '../modules/withdrawal/testing/withdrawal-world.ts'
import type { Payee, WithdrawalWorld } from '../modules/withdrawal/testing/withdrawal-world.ts'
import { environmentOf, parseConfig } from '../platform/config/index.ts'
import { createPool } from '../platform/postgres/pool.ts'
import { addressFor } from '../platform/postgres/migrate.ts'
import { prepareTestDatabase } from '../platform/postgres/test-database.ts'
import { totpCode } from '../platform/totp.ts'

const denied = '42501'
const serverKey = 'the key of challenges, of the data folder'
const reviewerKey = 'the-key-of-the-reviewers-of-the-data-folder'

let world: WithdrawalWorld
let payee: Payee
/** Every value in the environment that the launcher gives the server. */
let stolen: readonly string[]
let serverAddress: string

/** The database of a live operator: the sandbox's reviewers are refused in it. */
prepareTestDatabase(async (database) => {
  const owner = createPool(database.ownerUrl, 'test-owner', { maxConnections: 1 })
  await owner.query("insert into origin.mode (mode) values ('live')")
  await owner.end()
  world = await openWithdrawalWorld(database)
  const config = parseConfig({
    DATABASE_URL: database.ownerUrl,
    CANDOR_APP_DATABASE_URL: database.appUrl,
    CANDOR_MARKET_DATABASE_URL: database.marketUrl,
    CANDOR_WATCHER_DATABASE_URL: database.watcherUrl,
    CANDOR_SECRET: serverKey,
    CANDOR_VAULT_KEY: 'the-key-of-photos-of-the-data-folder',
    CANDOR_SANDBOX_REVIEWER: reviewerKey,
    CANDOR_OUTBOX_KEY: 'the key of the outbox, of the data folder',
  })
  const environment = environmentOf('server', config, {})
  stolen = Object.values(environment).filter((value) => value !== undefined && value.length > 12) as string[]
  serverAddress = database.appUrl
  return world
})
beforeAll(async () => {
  payee = await world.addPayee()
  await addOperator(world.ledger.owner, { name: 'lea', roles: ['payments', 'lead'] }, serverKey)
})

const asServer = (attack: string) => world.ledger.app.query(attack)

/** The code of the error that an attack ends with; `none` where it succeeds. */
const codeOf = (attack: string) =>
  asServer(attack).then(
    () => 'none',
    (error: pg.DatabaseError) => error.code ?? error.message,
  )

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
    for (const user of ['candor_market', 'candor_watcher', 'candor_definer', 'candor_owner', 'postgres'])
      for (const password of passwords) {
        const client = new pg.Client({ connectionString: addressFor(serverAddress, { user, password }) })
        await expect(client.connect()).rejects.toMatchObject({ code: expect.stringMatching(/^28/) })
      }
    for (const role of ['candor_market', 'candor_watcher', 'candor_definer', 'candor_owner'])
      await expect(asServer(`set role ${role}`)).rejects.toMatchObject({ code: denied })
  })

  test('chooses no outcome of an order', async () => {
    const termsId = await world.ledger.offer({ instrumentId: 1, durationSlots: 60 })
    await world.ledger.publish()
    const order = { customerId: payee.customerId, requestId: randomUUID(), stakeUnits: 10_000_000n, termsId }
    expect(await world.ledger.place([order])).toMatchObject([{ outcome: 'accepted' }])
    const before = await fingerprint()
    const slot = world.ledger.slot
    for (const attack of [
      `select market.publish_frame(${slot}, array[200, 200], array[0, 0], array[1, 1]::smallint[], array[0, 0],
         array[0, 0]::smallint[])`,
      'insert into market.frame select * from market.frame',
      'update market.frame set prices = array[200, 200]',
      'delete from market.frame',
      'insert into market.gap (from_slot, to_slot) values (1, 2)',
      'select market.write_sessions(array[1], array[0]::smallint[], array[null]::bigint[], array[null]::bigint[])',
      'update clock.setting set virtual_now_ms = 1',
      "update contract.contract_order set result = 'won'",
      'update market.terms set payout_bps = 9000',
    ])
      expect({ attack, code: await codeOf(attack) }).toEqual({ attack, code: denied })
    expect(await fingerprint()).toEqual(before)
  })

  test('mints no deposit', async () => {
    const before = await fingerprint()
    const address = `0x${'1'.repeat(40)}`
    for (const attack of [
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
      expect({ attack, code: await codeOf(attack) }).toEqual({ attack, code: denied })
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
    for (const attack of [
      `update withdrawal.withdrawal set state = 'approved', first_approver = 1, second_approver = 2`,
      'update withdrawal.withdrawal_terms set two_person_threshold = 1000000000000',
      `insert into operator.session (operator_id, secret_hash, device, network, created_ms, last_used_ms)
       values (1, sha256('x'), 'd', 'n', 0, 9000000000000)`,
      'select totp_secret, sealed_totp from operator.account',
      'select operator.opened_totp(name, sealed_totp, null) from operator.account',
      'select operator.seal_authenticators(null)',
      `update operator.account set totp_secret = '\\x00'`,
    ])
      expect({ attack, code: await codeOf(attack) }).toEqual({ attack, code: denied })
    expect(await fingerprint()).toEqual(before)
    expect((await checkLedger(world.ledger.app)).mismatches).toEqual([])
  })
})
