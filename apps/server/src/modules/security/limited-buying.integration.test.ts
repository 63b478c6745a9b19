import { randomUUID } from 'node:crypto'
import type { InputOf, contractBuy } from '@candor/api'
import { beforeEach, describe, expect, it } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { createContractService } from '../contract/index.ts'
import { openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import { createCustomerLimits } from './limits-service.ts'
import { withBalances } from '../statement/testing/with-balances.ts'

let customerId = 0n

const world = closeAfterTests(await openLedgerWorld(await testDatabase()))
const termsId = await world.offer({ instrumentId: 1, durationSlots: 60 })
// The whole of the world's virtual time lies within the last day of this clock.
const limits = createCustomerLimits({ pool: world.app, clock: { nowMs: () => 0 } })
const service = await createContractService(withBalances({ pool: world.app }))
beforeEach(async () => {
  customerId += 1n
  await world.owner.query(
    `insert into identity.customer (customer_id, public_id, mobile, password_hash, invite_code, kyc_state, lang,
      created_ms)
     overriding system value values ($1, $2, $3, '$argon2id$', $4, 'verified', 'en', 0)`,
    [
      customerId,
      String(20_000_000n + customerId),
      String(49_151_000_000n + customerId),
      `AAAA${String(10n + customerId)}`,
    ],
  )
  await world.openCustomer(customerId)
  await world.publish()
})

const input = (stake: string, requestId: string = randomUUID()): InputOf<typeof contractBuy> => ({
  requestId,
  symbol: 'TEST1',
  direction: 'up',
  durationMs: 30_000,
  stake,
  asset: 'USD',
  termsVersion: termsId.toString(),
  seenSlot: world.slot - 1,
})

describe('buying within own limits', () => {
  it('stops at the stakes of a day, each currency on its own', async () => {
    await limits.set(customerId, { kind: 'stake', value: '150' })
    expect((await service.buy(customerId, input('100'))).ok).toBe(true)
    expect(await service.buy(customerId, input('51'))).toEqual({
      ok: false,
      error: 'limit-reached',
      data: { kind: 'stake' },
    })
    expect((await service.buy(customerId, input('50'))).ok).toBe(true)
    expect((await service.buy(customerId, { ...input('100'), asset: 'USDT' })).ok).toBe(true)
  })

  it('stops at what could still be lost', async () => {
    await limits.set(customerId, { kind: 'loss', value: '150' })
    expect((await service.buy(customerId, input('100'))).ok).toBe(true)
    expect(await service.buy(customerId, input('50'))).toMatchObject({ error: 'limit-reached', data: { kind: 'loss' } })
  })

  it('lets only so many of many purchases at once through', async () => {
    await limits.set(customerId, { kind: 'stake', value: '50' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => service.buy(customerId, input('10'))))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(5)
  })

  it('returns the order to a repeat of what was bought before the limit was reached', async () => {
    const first = input('100')
    const bought = await service.buy(customerId, first)
    await limits.set(customerId, { kind: 'stake', value: '10' })
    expect(await service.buy(customerId, first)).toEqual(bought)
    expect(await service.buy(customerId, input('1'))).toMatchObject({ error: 'limit-reached' })
  })

  it('is refused while excluded', async () => {
    await limits.exclude(customerId, { kind: 'cool-off', days: 1 })
    expect(await service.buy(customerId, input('1'))).toMatchObject({ error: 'self-excluded' })
  })
})

describe('two connections', () => {
  it.each([
    ['stake', '150'],
    ['loss', '160'],
  ] as const)('cannot pass two stakes together that fit a limit of %s alone', async (kind, value) => {
    await limits.set(customerId, { kind, value })
    // Two services batch for themselves, as two processes do.
    const other = await createContractService(withBalances({ pool: world.app }))
    const holder = await world.owner.connect()
    try {
      await holder.query('begin')
      await holder.query('select from ledger.balance where owner_id = $1 for no key update', [customerId])
      const answers = [service.buy(customerId, input('100')), other.buy(customerId, input('100'))]
      await expect.poll(async () => (await world.waitingPids()).length).toBe(2)
      await holder.query('rollback')
      expect((await Promise.all(answers)).map((answer) => (answer.ok ? 'bought' : answer.error)).toSorted()).toEqual([
        'bought',
        'limit-reached',
      ])
    } finally {
      holder.release()
    }
  })

  it('leave a customer without limits alone in the same batch', async () => {
    await limits.set(customerId, { kind: 'stake', value: '10' })
    const free = 900_000n + customerId
    await world.openCustomer(free)
    const order = (of: bigint, stakeUnits: bigint) => ({
      customerId: of,
      requestId: randomUUID(),
      stakeUnits,
      termsId,
    })
    expect(
      await world.place([
        order(customerId, 6_000_000n),
        order(free, 100_000_000n),
        order(customerId, 5_000_000n),
        order(customerId, 4_000_000n),
      ]),
    ).toMatchObject([
      { outcome: 'accepted' },
      { outcome: 'accepted' },
      { outcome: 'own-stake-limit' },
      { outcome: 'accepted' },
    ])
  })
})

describe('the ledger by itself', () => {
  const exclude = (durationMs: number) =>
    world.app.query("select security.exclude($1, 'cool-off', $2)", [customerId, durationMs])
  const request = () => ({ customerId, requestId: randomUUID(), stakeUnits: 1_000_000n, termsId })
  const recharge = async (requestId: string = randomUUID()) => {
    const { rows } = await world.app.query<{ outcome: string }>(
      "select outcome from deposit.request_deposit($1, $2, 'ERC20', 2::smallint, 50000000, null, null, null)",
      [customerId, requestId],
    )
    return rows[0]?.outcome
  }

  it('accepts nothing new while an exclusion lasts, repeats what it accepted before, and opens again after it', async () => {
    const [order, deposit] = [request(), randomUUID()]
    expect(await world.place([order])).toMatchObject([{ outcome: 'accepted' }])
    expect(await recharge(deposit)).toBe('accepted')
    await exclude(60_000)
    const refused = request()
    expect(
      await world.place([order, refused, { ...order, stakeUnits: 2_000_000n, requestId: randomUUID() }]),
    ).toMatchObject([{ outcome: 'repeated' }, { outcome: 'self-excluded' }, { outcome: 'self-excluded' }])
    expect([await recharge(deposit), await recharge()]).toEqual(['repeated', 'self-excluded'])
    await world.moveTo(world.slot + 121)
    await world.publish()
    expect(await world.place([{ ...refused, seenSlot: world.slot - 1 }])).toMatchObject([{ outcome: 'accepted' }])
    expect(await recharge()).toBe('accepted')
  })

  it('lets an exclusion wait for what moves the money of its customer now', async () => {
    const [mover, excluder] = await Promise.all([world.owner.connect(), world.app.connect()])
    try {
      await mover.query('begin')
      await mover.query('select from ledger.balance where owner_id = $1 for no key update', [customerId])
      await excluder.query("set lock_timeout = '100ms'")
      const excluding = excluder.query("select security.exclude($1, 'cool-off', 60000)", [customerId])
      await expect(excluding).rejects.toThrow('lock timeout')
    } finally {
      await mover.query('rollback')
      mover.release()
      excluder.release(true)
    }
  })
})
