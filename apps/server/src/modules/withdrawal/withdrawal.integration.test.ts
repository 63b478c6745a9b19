import { randomUUID } from 'node:crypto'
import { base32 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { withTransaction } from '../../platform/postgres/pool.ts'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { totpCode } from '../../platform/totp.ts'
import { checkLedger } from '../soundness/index.ts'
import { resumeLedger } from '../ledger/ledger-store.ts'
import { openWithdrawalWorld, paymentPassword } from './testing/withdrawal-world.ts'
import type { Payee } from './testing/withdrawal-world.ts'

const coin = 1_000_000n
const granted = 10_000n * coin
const hourMs = 3_600_000

const world = closeAfterTests(await openWithdrawalWorld(await testDatabase()))
const first = await world.operator('paula')
const second = await world.operator('quentin')
const third = await world.operator('rosa')

/** Moves the clock on. Operators' sessions do not outlive much of it. */
const passTime = (ms: number) => world.ledger.moveTo(world.ledger.slot + Math.ceil(ms / 500))

const withoutForeignKeys = (change: string, customerId: bigint) =>
  withTransaction(world.ledger.owner, async (client) => {
    await client.query('set local session_replication_role = replica')
    await client.query(change, [customerId])
  })

const cancel = ({ customerId }: Payee, id: bigint, requestId: string = randomUUID()) =>
  world.service.cancel(customerId, { requestId, id: String(id) })

async function detailOf({ customerId }: Payee, id: bigint) {
  const detail = await world.service.detail(customerId, String(id))
  if (!detail.ok) throw new Error('the withdrawal is not there')
  return detail.value
}

describe('a withdrawal', () => {
  test('is held at once, and paid less its fee once two steps are done by operators', async () => {
    const payee = await world.addPayee()
    const id = await world.withdraw(payee, 'USD', '100.50')
    expect(await world.money(payee.customerId)).toMatchObject({ USD: { posted: granted, held: 100_500_000n } })
    expect(await world.decide(first, id)).toBe('approved')
    expect(await world.send(first, id, 'SEPA 2026-11-21/7')).toBe('sent')
    expect(await world.complete(second, id)).toBe('completed')
    expect(await world.money(payee.customerId)).toMatchObject({ USD: { posted: granted - 100_500_000n, held: 0n } })
    const { rows } = await world.ledger.app.query<{ kind: string; d_posted: bigint }>(
      `select a.kind, e.d_posted from ledger.posting as e join ledger.balance as a using (account_id)
       where e.kind = 'withdrawal-completed' and e.ref = $1 and a.owner_id = 0 order by a.kind`,
      [id],
    )
    expect(rows).toEqual([
      { kind: 'fees', d_posted: coin },
      { kind: 'custody', d_posted: 99_500_000n },
    ])
    const ofMonth = await world.ledger.app.query<{ fees: bigint }>(
      'select fees from statement.period_totals($1, 0, $2, 10) order by asset',
      [payee.customerId, Number.MAX_SAFE_INTEGER],
    )
    expect(ofMonth.rows.map(({ fees }) => fees)).toEqual([coin, 0n])
    expect(await detailOf(payee, id)).toMatchObject({
      state: 'completed',
      amount: '100.5',
      fee: '1',
      arrival: '99.5',
      reference: 'SEPA 2026-11-21/7',
      canCancel: false,
      destination: { kind: 'bank-card', bankName: 'Musterbank Hamburg', numberEnd: '3000' },
    })
  })

  test('that is rejected gives everything back, with its reason', async () => {
    const payee = await world.addPayee()
    const id = await world.withdraw(payee, 'USDT', '50')
    expect(await world.decide(first, id, 'rejected', 'destination-unusable')).toBe('rejected')
    expect(await world.money(payee.customerId)).toMatchObject({ USDT: { posted: granted, held: 0n } })
    const detail = await detailOf(payee, id)
    expect(detail).toMatchObject({ state: 'rejected', reason: 'destination-unusable' })
    expect(detail.steps.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'requested done',
      'checked done',
      'rejected done',
    ])
  })

  test('is taken back by its customer before anybody approved it, and not after', async () => {
    const payee = await world.addPayee()
    const id = await world.withdraw(payee, 'USDT', '299.999999')
    const cancelled = await cancel(payee, id)
    expect(cancelled).toMatchObject({ ok: true, value: { state: 'cancelled' } })
    expect(await world.money(payee.customerId)).toMatchObject({ USDT: { posted: granted, held: 0n } })
    expect(await cancel(payee, id)).toMatchObject({ ok: true, value: { state: 'cancelled' } })

    const large = await world.withdraw(payee, 'USDT', '300')
    expect(await detailOf(payee, large)).toMatchObject({ approvalsNeeded: 2, canCancel: true })
    expect(await world.decide(first, large)).toBe('under-review')
    expect(await detailOf(payee, large)).toMatchObject({
      state: 'under-review',
      canCancel: false,
      approvalsMs: [expect.any(Number)],
    })
    expect(await cancel(payee, large)).toMatchObject({ ok: false, error: 'transaction-closed' })
    expect(await world.decide(second, large)).toBe('approved')
  })

  test('is taken back once by a request, which takes back no other', async () => {
    const [payee, stranger] = [await world.addPayee(), await world.addPayee()]
    const [id, other] = [await world.withdraw(payee, 'USDT', '20'), await world.withdraw(payee, 'USD', '30')]
    const requestId = randomUUID()
    const answers = await Promise.all([id, id, other, id].map((one) => cancel(payee, one, requestId)))
    const taken = answers.find(({ ok }) => ok)
    // The first one wins: the other is a conflict, and stays open.
    const isOther = taken?.ok === true && taken.value.id === String(other)
    const [first, second] = isOther ? [other, id] : [id, other]
    expect(answers.filter(({ ok }) => ok)).toHaveLength(isOther ? 1 : 3)
    expect(await cancel(payee, first, requestId)).toMatchObject({
      ok: true,
      value: { id: String(first), state: 'cancelled' },
    })
    expect(await cancel(payee, second, requestId)).toEqual({ ok: false, error: 'conflict' })
    expect(await detailOf(payee, second)).toMatchObject({ state: 'under-review' })
    const theirs = await world.withdraw(stranger, 'USD', '20')
    expect(await cancel(stranger, theirs, requestId)).toMatchObject({ ok: true })
  })

  test('is not taken back, and not said to be missing, while the books are halted', async () => {
    const payee = await world.addPayee()
    const id = await world.withdraw(payee, 'USDT', '20')
    await world.ledger.owner.query("select ledger.halt(null, 'drill')")
    expect(await cancel(payee, id)).toEqual({ ok: false, error: 'books-halted' })
    await resumeLedger(world.ledger.owner)
    expect(await cancel(payee, id)).toMatchObject({ ok: true })
  })

  test('of another customer is not found, by detail or by cancel', async () => {
    const [payee, stranger] = [await world.addPayee(), await world.addPayee()]
    const id = await world.withdraw(payee, 'USD', '20')
    for (const text of [String(id), '0', 'x', '9'.repeat(30)]) {
      expect(await world.service.detail(stranger.customerId, text)).toMatchObject({ error: 'not-found' })
      expect(await world.service.cancel(stranger.customerId, { requestId: randomUUID(), id: text })).toMatchObject({
        error: 'not-found',
      })
    }
    expect(await detailOf(payee, id)).toMatchObject({ state: 'under-review' })
  })

  test('that was sent fails only when two different operators prove it, and is then released', async () => {
    const payee = await world.addPayee()
    const id = await world.withdraw(payee, 'USDT', '80')
    await expect(world.fail(first, id)).rejects.toMatchObject({ code: 'CO004' })
    await world.decide(first, id)
    await expect(world.fail(first, id)).rejects.toMatchObject({ code: 'CO004' })
    await world.send(first, id)
    await expect(world.fail(first, id, 'too short')).rejects.toThrow('malformed proof')
    expect(await world.fail(first, id)).toBe('sent')
    await expect(world.fail(first, id)).rejects.toMatchObject({ code: 'CO003' })
    expect(await world.money(payee.customerId)).toMatchObject({ USDT: { held: 80n * coin } })
    expect(await world.fail(second, id)).toBe('failed')
    expect(await world.money(payee.customerId)).toMatchObject({ USDT: { posted: granted, held: 0n } })
    expect(await detailOf(payee, id)).toMatchObject({ state: 'failed', reason: 'payment-returned' })
    await expect(world.complete(first, id)).rejects.toMatchObject({ code: 'CO004' })
  })

  test('that one operator says has failed may still be completed', async () => {
    const payee = await world.addPayee()
    const id = await world.withdraw(payee, 'USDT', '80')
    await world.decide(first, id)
    await world.send(first, id)
    await world.fail(first, id)
    expect(await world.complete(second, id)).toBe('completed')
    await expect(world.fail(second, id)).rejects.toMatchObject({ code: 'CO004' })
  })

  test('takes no step twice and none out of order, and a repeat changes nothing', async () => {
    const payee = await world.addPayee()
    const id = await world.withdraw(payee, 'USD', '40')
    await expect(world.send(first, id)).rejects.toMatchObject({ code: 'CO004' })
    await expect(world.complete(first, id)).rejects.toMatchObject({ code: 'CO004' })
    await world.decide(first, id)
    await expect(world.decide(second, id)).rejects.toMatchObject({ code: 'CO004' })
    await expect(world.decide(second, id, 'rejected', 'name-differs')).rejects.toMatchObject({ code: 'CO004' })
    expect(await world.send(first, id, 'once')).toBe('sent')
    expect(await world.send(first, id, 'once')).toBe('sent')
    await expect(world.send(first, id, 'twice')).rejects.toMatchObject({ code: 'CO004' })
    await expect(world.complete(first, id)).rejects.toMatchObject({ code: 'CO003' })
    expect(await world.complete(second, id)).toBe('completed')
    expect(await world.complete(second, id)).toBe('completed')
    expect(await world.money(payee.customerId)).toMatchObject({ USD: { posted: granted - 40n * coin, held: 0n } })
  })

  test('shares its payment with no other', async () => {
    const payee = await world.addPayee()
    const [one, other] = [await world.withdraw(payee, 'USDT', '20'), await world.withdraw(payee, 'USDT', '20')]
    for (const id of [one, other]) await world.decide(first, id)
    expect(await world.send(first, one, '0xABCDEF')).toBe('sent')
    expect(await world.send(first, other, ' 0xabcdef ')).toBe('reference-taken')
    expect(await detailOf(payee, other)).toMatchObject({ state: 'approved', reference: null })
    expect(await world.send(first, other, '0xabcdf0')).toBe('sent')
  })

  test.each([
    [
      'a frozen account',
      'update ledger.account set is_frozen = true where owner_id = $1',
      'update ledger.account set is_frozen = false where owner_id = $1',
    ],
    [
      'a customer whose deposit was taken back by its chain',
      // The deposit itself is omitted: this test does not follow the reference.
      `insert into deposit.withdrawal_freeze (customer_id, deposit_id, since_ms) values ($1, 1, 0)`,
      'update deposit.withdrawal_freeze set lifted_ms = 1 where customer_id = $1',
    ],
  ])('of %s is neither taken nor approved nor sent', async (_, freeze, lift) => {
    const payee = await world.addPayee()
    const [asked, approved] = [await world.withdraw(payee, 'USD', '20'), await world.withdraw(payee, 'USD', '20')]
    const form = await world.form(payee, 'USD', '20')
    await world.decide(second, approved)
    await withoutForeignKeys(freeze, payee.customerId)
    expect(await world.decide(second, asked)).toBe('frozen')
    expect(await world.send(second, approved)).toBe('frozen')
    expect(await world.service.create(payee.customerId, form)).toMatchObject({ error: 'withdrawal-failed' })
    const { asset, amount, payoutMethodId } = form
    expect(await world.service.quote(payee.customerId, { asset, amount, payoutMethodId })).toEqual({
      ok: false,
      error: 'withdrawal-failed',
    })
    await withoutForeignKeys(lift, payee.customerId)
    expect(await world.decide(second, asked)).toBe('approved')
  })
})

describe('a quote', () => {
  test('says what it costs, what arrives, who checks it and by when', async () => {
    const payee = await world.addPayee()
    const quoted = await world.service.quote(payee.customerId, {
      asset: 'USDT',
      amount: '500',
      payoutMethodId: payee.methods.USDT,
    })
    const nowMs = world.clock.nowMs()
    expect(quoted).toMatchObject({
      ok: true,
      value: {
        amount: '500',
        fee: '1',
        arrival: '499',
        minimum: '10',
        dailyLeft: '10000',
        needsTwoApprovals: true,
        twoPersonThreshold: '300',
        reviewWithinMs: 4 * hourMs,
        arrivalWithinMs: 24 * hourMs,
        promisedMs: nowMs + 28 * hourMs,
        expiresAtMs: nowMs + 10 * 60_000,
      },
    })
  })

  test.each([
    ['USD', '9.99'],
    ['USD', '10.001'],
    ['USDT', '0'],
    ['USDT', '10000.000001'],
    ['USDT', '999999999999.999999'],
  ] as const)('of %s %s is refused as wrong-amount', async (asset, amount) => {
    const payee = await world.addPayee()
    expect(
      await world.service.quote(payee.customerId, { asset, amount, payoutMethodId: payee.methods[asset] }),
    ).toMatchObject({
      ok: false,
      error: 'wrong-amount',
      data: { minimum: '10', dailyLeft: '10000' },
    })
  })

  test('of more than there is, and to a destination of the wrong kind or of another customer, is refused', async () => {
    const [payee, other] = [await world.addPayee(), await world.addPayee()]
    await world.withdraw(payee, 'USD', '9000')
    const { customerId, methods } = payee
    const quote = (asset: 'USD' | 'USDT', amount: string, payoutMethodId: string) =>
      world.service.quote(customerId, { asset, amount, payoutMethodId })
    expect(await quote('USD', '1000.01', methods.USD)).toMatchObject({
      error: 'wrong-amount',
      data: { dailyLeft: '1000' },
    })
    expect(await quote('USD', '20', methods.USDT)).toMatchObject({ error: 'bank-card-error' })
    expect(await quote('USDT', '20', methods.USD)).toMatchObject({ error: 'wrong-withdrawal-address' })
    expect(await quote('USDT', '20', other.methods.USDT)).toMatchObject({ error: 'not-found' })
    expect(await quote('USDT', '20', 'x')).toMatchObject({ error: 'not-found' })
  })

  test('is good for one withdrawal, exactly as quoted, for ten minutes', async () => {
    const payee = await world.addPayee()
    const create = (form: Awaited<ReturnType<typeof world.form>>) => world.service.create(payee.customerId, form)
    const form = await world.form(payee, 'USDT', '20')
    for (const change of [
      { amount: '21' },
      { fee: '0' },
      { asset: 'USD' as const },
      { payoutMethodId: payee.methods.USD },
    ])
      expect(await create({ ...form, ...change })).toMatchObject({ error: 'quote-changed' })
    for (const quoteId of [randomUUID(), 'x'])
      expect(await create({ ...form, quoteId })).toMatchObject({ error: 'not-found' })
    expect(await create(form)).toMatchObject({ ok: true })
    expect(await create({ ...form, requestId: randomUUID() })).toMatchObject({ error: 'quote-changed' })

    const replaced = await world.form(payee, 'USDT', '20')
    const late = await world.form(payee, 'USDT', '20')
    expect(await create(replaced)).toMatchObject({ error: 'not-found' })
    await passTime(10 * 60_000)
    expect(await create(late)).toMatchObject({ error: 'quote-changed' })
  })

  test('is refused once the terms have changed; under those of now the balance decides', async () => {
    const payee = await world.addPayee()
    const form = await world.form(payee, 'USD', '20')
    await world.ledger.owner.query(
      `insert into withdrawal.withdrawal_terms (asset, fee, minimum, daily_limit, two_person_threshold, review_ms,
        sending_ms, arrival_ms, quote_ms, created_ms)
       select asset, fee, minimum, daily_limit * 2, two_person_threshold, review_ms, sending_ms, arrival_ms, quote_ms,
         created_ms
       from withdrawal.withdrawal_terms where asset = 1 order by version desc limit 1`,
    )
    expect(await world.service.create(payee.customerId, form)).toMatchObject({ error: 'quote-changed' })
    const quote = (amount: string) =>
      world.service.quote(payee.customerId, { asset: 'USD', amount, payoutMethodId: payee.methods.USD })
    expect(await quote('10000.01')).toMatchObject({ error: 'insufficient-account-balance' })
    expect(await quote('10000')).toMatchObject({ ok: true, value: { dailyLeft: '20000' } })
  })
})

describe('a request', () => {
  test('that is repeated returns the first result, and with another quote is a conflict', async () => {
    const payee = await world.addPayee()
    const form = await world.form(payee, 'USDT', '20')
    const created = await world.service.create(payee.customerId, form)
    expect(await world.service.create(payee.customerId, form)).toEqual(created)
    const { requestId } = form
    expect(
      await world.service.create(payee.customerId, { ...(await world.form(payee, 'USDT', '20')), requestId }),
    ).toMatchObject({
      error: 'conflict',
    })
    expect(await world.money(payee.customerId)).toMatchObject({ USDT: { held: 20n * coin } })
  })

  test('takes the code of an authenticator from the threshold on, which a repeat needs no more', async () => {
    const payee = await world.addPayee()
    const begun = await world.totp.begin(payee.customerId)
    if (!begun.ok) throw new Error('the second step was refused')
    const code = (stepsAhead: number) => totpCode(base32.decode(begun.value), world.clock.nowMs(), stepsAhead)
    await world.totp.confirm(payee.customerId, code(-1), () => Promise.resolve())
    const send = async (amount: string, proof: object) =>
      world.service.create(payee.customerId, { ...(await world.form(payee, 'USDT', amount)), ...proof })
    expect(await send('20', {})).toMatchObject({ ok: true })
    expect(await send('300', {})).toMatchObject({ error: 'totp-required' })
    expect(await send('300', { totp: code(5) })).toMatchObject({ error: 'wrong-totp' })
    expect(await send('300', { totp: code(0), paymentPassword: '000000' })).toMatchObject({
      error: 'wrong-payment-password',
    })
    const form = { ...(await world.form(payee, 'USDT', '300')), totp: code(0) }
    const created = await world.service.create(payee.customerId, form)
    expect(created).toMatchObject({ ok: true })
    expect(await world.service.create(payee.customerId, form)).toEqual(created)
  })

  test('sent a thousand times at once has exactly one effect', async () => {
    const payee = await world.addPayee()
    const form = await world.form(payee, 'USDT', '20')
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => world.service.create(payee.customerId, form)))
    const ids = new Set(answers.map((answer) => (answer.ok ? answer.value.id : answer.error)))
    expect([...ids]).toEqual([expect.stringMatching(/^\d+$/)])
    expect(await world.money(payee.customerId)).toMatchObject({ USDT: { held: 20n * coin } })
  })

  test('sent a thousand times at once past the server has exactly one effect, which every answer names', async () => {
    const payee = await world.addPayee()
    const { quoteId, requestId } = await world.form(payee, 'USD', '20')
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, () =>
        world.ledger.app.query<{ answer: string }>(
          'select outcome || withdrawal_id as answer from withdrawal.request_withdrawal($1, $2, $3)',
          [payee.customerId, requestId, quoteId],
        ),
      ),
    )
    const told = answers.map(({ rows }) => rows[0]?.answer ?? '')
    expect(told.filter((answer) => answer.startsWith('requested'))).toHaveLength(1)
    expect(new Set(told.map((answer) => answer.replace(/^(requested|repeated)/, ''))).size).toBe(1)
    expect(await world.money(payee.customerId)).toMatchObject({ USD: { held: 20n * coin } })
  })

  test('of a thousand for one quote at once, only one is taken', async () => {
    const payee = await world.addPayee()
    const quoted = await world.form(payee, 'USDT', '20')
    const requests = Array.from({ length: 1_000 }, () => randomUUID())
    const outcomes = await Promise.all(
      requests.map(async (requestId) => {
        const { rows } = await world.ledger.app.query<{ outcome: string }>(
          'select outcome from withdrawal.request_withdrawal($1, $2, $3)',
          [payee.customerId, requestId, quoted.quoteId],
        )
        return rows[0]?.outcome
      }),
    )
    expect(outcomes.filter((outcome) => outcome === 'requested')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'quote-changed')).toHaveLength(999)
    expect(await world.money(payee.customerId)).toMatchObject({ USDT: { held: 20n * coin } })
  })

  test('with a wrong payment password takes nothing, and after five of them not with the right one either', async () => {
    const payee = await world.addPayee()
    const form = await world.form(payee, 'USDT', '20')
    const create = (password: string) => world.service.create(payee.customerId, { ...form, paymentPassword: password })
    for (let attempt = 1; attempt < 5; attempt += 1)
      expect(await create('000000')).toMatchObject({ error: 'wrong-payment-password' })
    expect(await create('000000')).toMatchObject({ error: 'payment-password-locked' })
    expect(await create(paymentPassword)).toMatchObject({ error: 'payment-password-locked' })
    expect(await world.money(payee.customerId)).toMatchObject({ USDT: { held: 0n } })
  })

  test('of a customer who is disabled or not verified is refused on every path', async () => {
    const payee = await world.addPayee()
    const form = await world.form(payee, 'USDT', '20')
    const set = (change: string) =>
      world.ledger.owner.query(`update identity.customer set ${change} where customer_id = $1`, [payee.customerId])
    await set('state = 0')
    expect(await world.service.create(payee.customerId, form)).toMatchObject({ error: 'account-disabled' })
    await set(`state = 1, kyc_state = 'rejected'`)
    expect(await world.service.create(payee.customerId, form)).toMatchObject({ error: 'withdrawal-failed' })
    await set(`kyc_state = 'verified'`)
    expect(await world.service.create(payee.customerId, form)).toMatchObject({ ok: true })
  })

  test('beyond the daily limit waits until a day has passed, and what came back does not count', async () => {
    const payee = await world.addPayee()
    const id = await world.withdraw(payee, 'USDT', '9995')
    const quote = () =>
      world.service.quote(payee.customerId, { asset: 'USDT', amount: '10', payoutMethodId: payee.methods.USDT })
    expect(await quote()).toMatchObject({ error: 'wrong-amount', data: { dailyLeft: '5' } })
    await cancel(payee, id)
    expect(await quote()).toMatchObject({ ok: true, value: { dailyLeft: '10000' } })
  })
})

test('a list shows a customer their own, newest first and page by page', async () => {
  const payee = await world.addPayee()
  const ids = [
    await world.withdraw(payee, 'USD', '20'),
    await world.withdraw(payee, 'USDT', '30'),
    await world.withdraw(payee, 'USDT', '40'),
  ]
  await cancel(payee, ids[0] ?? 0n)
  const list = (wanted: { state?: 'cancelled'; cursor?: string | null; limit?: number }) =>
    world.service.list(payee.customerId, {
      state: wanted.state ?? null,
      cursor: wanted.cursor ?? null,
      limit: wanted.limit ?? 20,
    })
  const page = await list({ limit: 2 })
  expect(page.items.map(({ id }) => id)).toEqual([String(ids[2]), String(ids[1])])
  const rest = await list({ limit: 2, cursor: page.nextCursor })
  expect(rest).toMatchObject({ items: [{ id: String(ids[0]), state: 'cancelled' }], nextCursor: null })
  expect((await list({ state: 'cancelled' })).items).toHaveLength(1)
  expect(await list({ cursor: 'x' })).toEqual({ items: [], nextCursor: null })
})

test('each step is announced to the customer and recorded in the audit, once', async () => {
  const payee = await world.addPayee()
  const id = await world.withdraw(payee, 'USD', '500')
  await world.decide(first, id)
  await world.decide(second, id)
  await world.send(first, id)
  await world.complete(third, id)
  const linesOf = async (query: string) =>
    (await world.ledger.owner.query<{ line: string }>(query, [`withdrawal:${id}`])).rows.map(({ line }) => line)
  expect(await linesOf('select kind as line from message.message where subject = $1 order by message_id')).toEqual([
    'withdrawal-requested',
    'withdrawal-approved',
    'withdrawal-sent',
    'withdrawal-completed',
  ])
  const acts = `select actor || ' ' || action as line from audit.entry where subject = $1 order by seq`
  expect(await linesOf(acts)).toEqual([
    'system withdrawal.requested',
    'paula withdrawal.approved-first',
    'quentin withdrawal.approved',
    'paula withdrawal.sent',
    'rosa withdrawal.completed',
  ])
  expect(
    (await world.ledger.owner.query<{ broken: bigint | null }>('select broken_seq as broken from audit.verify()'))
      .rows[0]?.broken,
  ).toBeNull()
})

test('the ledger adds up after all of it', async () => {
  expect((await checkLedger(world.ledger.app)).mismatches).toEqual([])
})
