import { randomUUID } from 'node:crypto'
import { units } from '@candor/money'
import type { PoolClient } from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { checkLedger } from '../soundness/index.ts'
import { openDepositWorld, testTxid } from '../deposit/testing/deposit-world.ts'
import { logInOperator } from '../operator/testing/operators.ts'
import { WithdrawalWorld } from '../withdrawal/testing/withdrawal-world.ts'
import type { Payee } from '../withdrawal/testing/withdrawal-world.ts'
import { closeAccount, readOpenItems } from './closing-store.ts'

const coin = 1_000_000n
/** What the sandbox opens an account with. */
const granted = 10_000n * coin

let payee: Payee
const deposits = closeAfterTests(await openDepositWorld(await testDatabase()))
const { ledger } = deposits
const termsId = await ledger.offer({ instrumentId: 1, durationSlots: 60 })
await ledger.owner.query('select payout.open_sandbox()')
await ledger.owner.query(`insert into origin.mode (mode) values ('sandbox') on conflict do nothing`)
const withdrawals = new WithdrawalWorld(ledger)
beforeEach(async () => {
  payee = await withdrawals.addPayee()
  await deposits.ledger.publish({ 1: { price: 100n } })
})

const seen = (usd: bigint, usdt: bigint) => ({ USD: units('USD', usd), USDT: units('USDT', usdt) })
const begin = async () => {
  const client = await deposits.ledger.app.connect()
  await client.query('begin')
  return client
}
const end = async (client: PoolClient, how: 'commit' | 'rollback' = 'commit') => {
  await client.query(how)
  client.release()
}
const close = async (customerId = payee.customerId, given = seen(granted, granted)) => {
  const client = await begin()
  try {
    return await closeAccount(client, customerId, given)
  } finally {
    await end(client)
  }
}
const left = () => readOpenItems(deposits.ledger.app, payee.customerId)
const buy = async () => {
  const { ledger } = deposits
  const [placed] = await ledger.place(
    [{ customerId: payee.customerId, requestId: randomUUID(), stakeUnits: coin, termsId }],
    Number(1n + (payee.customerId % 4n)),
  )
  return placed?.outcome
}
const announce = async () =>
  (await deposits.announce({ customerId: payee.customerId, quantityUnits: units('USDT', 20n * coin) })).outcome
/** Runs one part while another, uncommitted, holds the customer's accounts; then commits that. */
const during = async <First, Second>(first: (client: PoolClient) => Promise<First>, second: () => Promise<Second>) => {
  const client = await begin()
  const done = await first(client)
  const waiting = second()
  await expect.poll(async () => (await deposits.ledger.waitingPids()).length).toBeGreaterThan(0)
  await end(client)
  return [done, await waiting] as const
}
const closing = (client: PoolClient) => closeAccount(client, payee.customerId, seen(granted, granted))
const isSound = async () => expect((await checkLedger(deposits.ledger.app)).mismatches).toEqual([])

/** Real books: nothing is play money, and only what is too small to be withdrawn may be given up. */
const asRealBooks = async (work: () => Promise<void>) => {
  const { owner } = deposits.ledger
  await owner.query(`update ledger.setting set amount = 0 where name = 'opening-balance'`)
  try {
    await work()
  } finally {
    await owner.query(`update ledger.setting set amount = $1 where name = 'opening-balance'`, [granted])
  }
}

describe('what is left in an account', () => {
  it('is play money that may be given up, in the sandbox', async () => {
    expect(await left()).toMatchObject({
      open: [],
      balances: [],
      smallBalances: [{ asset: 'USD' }, { asset: 'USDT' }],
    })
  })

  it('may not be given up from the smallest withdrawal on', async () => {
    await asRealBooks(async () => {
      expect(await left()).toMatchObject({ balances: [{ units: granted }, { units: granted }], smallBalances: [] })
      expect(await close()).toEqual({ outcome: 'account-not-empty' })
    })
  })

  it('may be given up below it', async () => {
    const { owner } = deposits.ledger
    await owner.query(`update ledger.setting set amount = $1 where name = 'opening-balance'`, [10n * coin - 1n])
    const small = await withdrawals.addCustomer()
    await owner.query(`update ledger.setting set amount = $1 where name = 'opening-balance'`, [10n * coin])
    const large = await withdrawals.addCustomer()
    await asRealBooks(async () => {
      expect(await close(large, seen(10n * coin, 10n * coin))).toEqual({ outcome: 'account-not-empty' })
      expect(await close(small, seen(10n * coin - 1n, 10n * coin - 1n))).toMatchObject({ outcome: 'closed' })
    })
    expect(await withdrawals.money(small)).toMatchObject({ USD: { posted: 0n }, USDT: { posted: 0n } })
    await isSound()
  })

  it('names what is open, and closes nothing', async () => {
    expect(await buy()).toBe('accepted')
    await withdrawals.withdraw(payee, 'USDT', '20')
    expect(await announce()).toBe('accepted')
    expect(await left()).toMatchObject({
      open: [
        { kind: 'contracts', count: 1n },
        { kind: 'withdrawals', count: 1n },
        { kind: 'recharges', count: 1n },
      ],
      balances: [{ asset: 'USD' }, { asset: 'USDT' }],
    })
    expect(await close()).toEqual({ outcome: 'account-not-empty' })
    expect(await withdrawals.money(payee.customerId)).toMatchObject({ USD: { posted: granted } })
  })
})

describe('closing', () => {
  it('books what is given up to the fees, exactly as it was named', async () => {
    const before = await deposits.ledger.total('fees', 'USDT')
    expect(await close(payee.customerId, seen(granted, granted - 1n))).toEqual({ outcome: 'balance-changed' })
    expect(await close(payee.customerId, seen(0n, 0n))).toEqual({ outcome: 'balance-changed' })
    expect(await close()).toMatchObject({ outcome: 'closed' })
    expect(await deposits.ledger.total('fees', 'USDT')).toBe(before + granted)
    expect(await withdrawals.money(payee.customerId)).toMatchObject({ USD: { posted: 0n }, USDT: { posted: 0n } })
    await isSound()
  })

  it('is done once, and never again', async () => {
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => close()))
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 'account-disabled'),
      'closed',
    ])
    await isSound()
  })

  it('leaves an entry in the audit, and takes payment methods and alerts away', async () => {
    const { owner } = deposits.ledger
    await owner.query(`select alert.set_price_alert($1, 1, 'above', 500, 20)`, [payee.customerId])
    await close()
    const { rows } = await owner.query<{ methods: bigint; alerts: bigint; details: unknown }>(
      `select (select count(*) from payout.method where customer_id = $1 and removed_ms is null) as methods,
         (select count(*) from alert.price_alert where customer_id = $1) as alerts, details
       from audit.entry where action = 'customer.closed' and subject = 'customer:' || $1`,
      [payee.customerId],
    )
    expect(rows).toEqual([
      { methods: 0n, alerts: 0n, details: { sessions: 0, gaveUpUsd: '10000', gaveUpUsdt: '10000' } },
    ])
  })

  it('is not undone by an operator', async () => {
    await close()
    const { secret } = await logInOperator(deposits.ledger, { name: `lead-${payee.customerId}`, roles: ['lead'] })
    for (const isEnabled of [true, false])
      await expect(
        deposits.ledger.app.query('select identity.set_customer_enabled($1, $2, $3, $4)', [
          secret,
          payee.customerId,
          isEnabled,
          'other',
        ]),
      ).rejects.toMatchObject({ code: 'CO004' })
  })

  it('is refused to an application that would change or delete what it stored', async () => {
    await close()
    for (const attack of [
      'delete from closing.closed_account',
      'update closing.given_up set amount = 1',
      'update identity.customer set state = 1',
    ])
      await expect(deposits.ledger.app.query(attack)).rejects.toMatchObject({ code: '42501' })
    await expect(deposits.ledger.owner.query('delete from closing.closed_account')).rejects.toThrow('refused')
  })
})

describe('at the same moment', () => {
  it('a purchase that waits for the closing is refused', async () => {
    expect(await during(closing, buy)).toEqual([expect.objectContaining({ outcome: 'closed' }), 'account-disabled'])
    await isSound()
  })

  it('a closing that waits for a purchase is refused', async () => {
    const { ledger } = deposits
    const order = ledger.request({ customerId: payee.customerId, requestId: randomUUID(), stakeUnits: coin, termsId })
    const [, closed] = await during(
      (client) =>
        client.query('select outcome from contract.place_orders($1, $2, $3, $4, $5, $6, $7, $8, $9, true)', [
          Number(1n + (payee.customerId % 4n)),
          [order.customerId],
          [order.requestId],
          [1],
          [60],
          [termsId],
          ['up'],
          [coin],
          [order.seenSlot],
        ]),
      close,
    )
    expect(closed).toEqual({ outcome: 'account-not-empty' })
    await isSound()
  })

  it('a withdrawal that waits for the closing is refused', async () => {
    const form = await withdrawals.form(payee, 'USDT', '20')
    const [, created] = await during(closing, () => withdrawals.service.create(payee.customerId, form))
    expect(created).toMatchObject({ ok: false, error: 'account-disabled' })
    await isSound()
  })

  it('a recharge that waits for the closing is refused', async () => {
    expect((await during(closing, announce))[1]).toBe('account-disabled')
  })

  it('either buying, withdrawing or closing comes first, whatever the order', async () => {
    const form = await withdrawals.form(payee, 'USDT', '20')
    const [closed, bought, created] = await Promise.all([
      close(),
      buy(),
      withdrawals.service.create(payee.customerId, form),
    ])
    const moved = [bought === 'accepted', created.ok].filter(Boolean).length
    expect(closed.outcome === 'closed').toBe(moved === 0)
    await isSound()
  })
})

describe('after closing', () => {
  it('nothing moves that the customer asks for', async () => {
    const form = await withdrawals.form(payee, 'USDT', '20')
    await close()
    expect(await buy()).toBe('account-disabled')
    expect(await announce()).toBe('account-disabled')
    expect(await withdrawals.service.create(payee.customerId, form)).toMatchObject({ error: 'account-disabled' })
    const quote = { asset: 'USDT', amount: '20', payoutMethodId: payee.methods.USDT } as const
    expect(await withdrawals.service.quote(payee.customerId, quote)).toMatchObject({ error: 'account-disabled' })
    const { rows } = await deposits.ledger.app.query<{ refusal: string }>(
      'select refusal from swap.quote_swap($1, 1::smallint, $2)',
      [payee.customerId, coin],
    )
    expect(rows).toEqual([{ refusal: 'account-disabled' }])
  })

  it('a transfer that arrives is credited, stays owed, and operators can book it', async () => {
    await deposits.openCustomer(payee.customerId)
    await close()
    const recorded = await deposits.record({ to: payee.customerId, txid: testTxid(payee.customerId) })
    expect(recorded.outcome).toBe('credited')
    expect(await withdrawals.money(payee.customerId)).toMatchObject({ USDT: { posted: 100n * coin } })
    const { secret } = await logInOperator(deposits.ledger, { name: `pay-${payee.customerId}`, roles: ['payments'] })
    const { rows } = await deposits.ledger.app.query<{ id: bigint | null }>(
      `select correction.propose_correction($1, $2, 2::smallint, $3, 'other', 'Paid out by bank.') as id`,
      [secret, payee.customerId, -100n * coin],
    )
    expect(rows[0]?.id).not.toBeNull()
    await isSound()
  })
})
