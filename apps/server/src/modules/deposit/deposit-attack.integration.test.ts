import { units } from '@candor/money'
import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { logInOperator } from '../operator/testing/operators.ts'
import { requestDeposit } from './deposit-store.ts'
import { coin, openDepositWorld, testAddress, testTxid, token } from './testing/deposit-world.ts'
import { confirmAct } from '../verifier/testing/confirm.ts'

const world = closeAfterTests(await openDepositWorld(await testDatabase()))
await world.openCustomer(1n)
const { app, owner } = world.ledger
const secret = (await logInOperator({ owner, app }, { name: 'payments-one', roles: ['payments'] })).secret
await world.record({ txid: testTxid(5) })
const made = await requestDeposit(app, {
  customerId: 1n,
  requestId: '018f4e9c-6f5e-7b57-9c39-9d0f2f0a1b2c',
  chain: 'ERC20',
  asset: 'USDT',
  quantityUnits: units('USDT', 5_000n * coin),
  txid: null,
  voucher: { objectId: 'a'.repeat(48), digest: Buffer.alloc(32) },
})
const depositId = made.depositId

const balance = async () => (await world.balances(1n)).usdt
const errorOf = (pool: pg.Pool, attack: string, values: unknown[] = []) =>
  pool.query(attack, values).then(
    () => 'none',
    (error: pg.DatabaseError) => error.code ?? error.message,
  )
const doors = [
  `select deposit.record_transfer('ERC20', '${testTxid(9)}', 0, '${testAddress(1n)}', '${token}', 1000000000, 5,
    '0xaa', 9, true)`,
  `select deposit.report_missing_transfer('ERC20', '${testTxid(5)}', 0)`,
  `select deposit.assign_address('ERC20', 1, 5, '${testAddress(66n)}')`,
  "select deposit.note_scanned('ERC20', 1, '0xaa')",
]
const innerDoors = [
  'select deposit.credit_deposit(1, 1000000000)',
  'select deposit.suspend_deposit(1, true)',
  'select deposit.notify_customer(null)',
  'select deposit.lapse_deposits(1)',
]
const tables = [
  'deposit',
  'deposit_address',
  'chain_transfer',
  'deposit_chain',
  'deposit_setting',
  'deposit_verdict',
  'withdrawal_freeze',
]
const writes = tables.flatMap((table) => [
  `insert into deposit.${table} default values`,
  `update deposit.${table} set ${table === 'deposit_setting' ? 'minimum = minimum' : table === 'deposit_chain' ? 'token = token' : 'customer_id = customer_id'}`,
  `delete from deposit.${table}`,
  `truncate deposit.${table}`,
])

describe('the application role', () => {
  test.each([...doors, ...innerDoors, ...writes])('is refused: %s', async (attack) => {
    const before = await balance()
    expect(await errorOf(world.ledger.app, attack)).toMatch(/^(42501|42703)$/)
    expect(await balance()).toBe(before)
  })

  test('credits nothing by a session that does not exist, or of an operator alone where two are needed', async () => {
    const before = await balance()
    const decide = 'select outcome from deposit.decide_deposit($1, $2, $3, $4, null)'
    for (const wrong of ['', 'x'.repeat(43), secret.toUpperCase()])
      expect(await errorOf(world.ledger.app, decide, [wrong, depositId, 'approve', testTxid(8)])).toBe('CO001')
    expect(await errorOf(world.ledger.app, decide, [secret, depositId, 'approve', testTxid(8)])).toBe('CO005')
    const outcomes: unknown[] = []
    await confirmAct(world.ledger, secret, { act: 'deposit.approve', id: depositId ?? 0n, reference: testTxid(8) })
    for (let tries = 0; tries < 3; tries += 1)
      outcomes.push(
        (await world.ledger.app.query<{ outcome: string }>(decide, [secret, depositId, 'approve', testTxid(8)])).rows[0]
          ?.outcome,
      )
    expect(outcomes).toEqual(['approved', 'already-decided', 'already-decided'])
    expect(await balance()).toBe(before)
  })
})

describe('the role of the watchers', () => {
  test.each([
    ...innerDoors,
    ...writes,
    'select * from ledger.balance',
    'select contract.settle_due(1::smallint, 1)',
    'select ledger.open_customer(9)',
    `select deposit.decide_deposit('x', 1, 'approve', 'reference', null)`,
    `select deposit.request_deposit(1, gen_random_uuid(), 'ERC20', 2::smallint, 10000000, null, null, null)`,
    'select * from identity.customer',
    'select * from operator.account',
    'select * from market.frame',
  ])('is refused: %s', async (attack) => {
    expect(await errorOf(world.watcher, attack)).toMatch(/^(42501|42703)$/)
  })

  test('does not take an address from its owner', async () => {
    await world.watcher.query("select deposit.assign_address('ERC20', 1, 1, $1)", [testAddress(66n)])
    expect(await world.record({ txid: testTxid(21), address: testAddress(66n) })).toMatchObject({
      outcome: 'unknown-address',
    })
    await world.ledger.openCustomer(7n)
    expect(await errorOf(world.watcher, "select deposit.assign_address('ERC20', 7, 7, $1)", [testAddress(1n)])).toBe(
      '23505',
    )
  })
})

describe('the owner', () => {
  test.each([
    ['what was credited', "update deposit.deposit set credited = credited * 2 where state = 'completed'"],
    ['the quantity asked for', 'update deposit.deposit set quantity = quantity * 2'],
    [
      'a deposit to completed without approvals',
      `update deposit.deposit set state = 'completed', credited = 1, reference = 'reference', decided_ms = 1
        where request_id is not null`,
    ],
    [
      'a deposit back',
      "update deposit.deposit set state = 'under-review', decided_ms = null where state = 'completed'",
    ],
    ['whose transfer it is', "update deposit.chain_transfer set customer_id = 2 where state = 'credited'"],
    ['an address', 'update deposit.deposit_address set customer_id = 2'],
    ['a verdict', 'delete from deposit.deposit_verdict'],
  ])('does not change %s by mistake', async (_, attack) => {
    expect(await errorOf(world.ledger.owner, attack)).toMatch(/^23/)
  })
})
