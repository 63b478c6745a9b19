import { randomUUID } from 'node:crypto'
import { dayMs } from '@candor/formulas'
import { describe, expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { totpCode } from '../../platform/totp.ts'
import { readReadiness } from '../withdrawal/readiness-service.ts'
import { callerOf, openWithdrawalWorld, paymentPassword } from '../withdrawal/testing/withdrawal-world.ts'
import { sampleCard } from './testing/sample-card.ts'
import { messagesOf } from '../messages/testing/stored-messages.ts'

const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const ibans = [
  'DE89370400440532013000',
  'GB29NWBK60161331926819',
  'FR1420041010050500013M02606',
  'NL91ABNA0417164300',
  'AT611904300234573201',
  'BE68539007547034',
] as const

/** The bytes of a secret in base32. */
const bytesOf = (secret: string) => {
  const bits = secret
    .split('')
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
  return Uint8Array.from(bits.join('').match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

const world = closeAfterTests(await openWithdrawalWorld(await testDatabase()))

const card = (number: string = ibans[0], more: object = {}) => ({
  requestId: randomUUID(),
  bankName: ' Musterbank ',
  country: 'DE',
  holder: 'Lena Musterfrau',
  number,
  paymentPassword,
  ...more,
})
const wallet = (of = address, more: object = {}) => ({
  requestId: randomUUID(),
  chain: 'TRC20' as const,
  address: of,
  paymentPassword,
  ...more,
})

describe('a bank card', () => {
  test('is listed with its last four characters, and its number is nowhere in the open', async () => {
    const customerId = await world.addCustomer()
    const added = await world.payout.addBankCard(
      callerOf(customerId),
      card('DE89 3704 0044 0532 0130 00', { bankCode: 'cobadeff', bankAddress: 'Hamburg' }),
    )
    const view = { ...sampleCard, bankCode: 'COBADEFF', bankAddress: 'Hamburg', isInUse: false }
    expect(added).toMatchObject({ ok: true, value: view })
    expect(await world.payout.list(customerId)).toMatchObject({
      items: [view],
      maxBankCards: 5,
      maxWalletAddresses: 1,
      coolDownMs: 0,
    })
    const { rows } = await world.ledger.owner.query<{ row: string; sealed: Buffer }>(
      'select m::text as row, sealed from payout.method as m where customer_id = $1',
      [customerId],
    )
    expect(rows[0]?.row).not.toContain('37040044')
    expect(rows[0]?.sealed.toString('latin1')).not.toContain('37040044')
  })

  test.each([
    ['number', { number: 'DE89370400440532013001' }],
    ['number', { number: '4111111111111112' }],
    ['bankCode', { bankCode: 'DEUTDE' }],
  ])('with a %s that fails its check is refused with that field', async (field, change) => {
    const customerId = await world.addCustomer()
    expect(await world.payout.addBankCard(callerOf(customerId), card(ibans[0], change))).toEqual({
      ok: false,
      error: 'invalid',
      data: { [field]: 'wrong-format' },
    })
    expect((await world.payout.list(customerId)).items).toEqual([])
  })

  test('is bound once however it is written, at most five times, and its repeated request returns the same card', async () => {
    const customerId = await world.addCustomer()
    const form = card(ibans[0])
    const first = await world.payout.addBankCard(callerOf(customerId), form)
    expect(await world.payout.addBankCard(callerOf(customerId), form)).toEqual(first)
    expect(await world.payout.addBankCard(callerOf(customerId), { ...form, number: ibans[1] })).toMatchObject({
      error: 'conflict',
    })
    expect(await world.payout.addBankCard(callerOf(customerId), card('de89 3704-0044 0532 0130 00'))).toMatchObject({
      error: 'card-already-bound',
    })
    for (const iban of ibans.slice(1, 5))
      expect(await world.payout.addBankCard(callerOf(customerId), card(iban))).toMatchObject({ ok: true })
    expect(await world.payout.addBankCard(callerOf(customerId), card(ibans[5]))).toMatchObject({ error: 'upper-limit' })
    expect(await world.payout.addBankCard(callerOf(customerId), card(ibans[0]))).toMatchObject({
      error: 'card-already-bound',
    })
  })

  test('sent twenty times at once stays within the limit, and is bound once', async () => {
    const customerId = await world.addCustomer()
    const same = await Promise.all(
      Array.from({ length: 20 }, () => world.payout.addBankCard(callerOf(customerId), card(ibans[0]))),
    )
    expect(same.filter(({ ok }) => ok)).toHaveLength(1)
    const other = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        world.payout.addBankCard(callerOf(customerId), card(`1234567${index + 10}`)),
      ),
    )
    expect(other.filter(({ ok }) => ok)).toHaveLength(4)
    expect((await world.payout.list(customerId)).items).toHaveLength(5)
  })

  test('of another customer may be the same one, which only operators learn', async () => {
    const [one, other] = [await world.addPayee(), await world.addPayee()]
    expect((await world.payout.list(one.customerId)).items).toHaveLength(2)
    expect(await world.payout.describeDestination(BigInt(other.methods.USD))).toMatchObject({
      otherAccounts: expect.toSatisfy((count: number) => count >= 1),
    })
    expect(await world.payout.describeDestination(BigInt(other.methods.USDT))).toMatchObject({ otherAccounts: 0 })
  })
})

describe('the wallet address', () => {
  test('is one, checked, and known when it is typed again', async () => {
    const customerId = await world.addCustomer()
    expect(await world.payout.addWalletAddress(callerOf(customerId), wallet(`${address.slice(0, -1)}x`))).toMatchObject(
      {
        error: 'wrong-withdrawal-address',
      },
    )
    expect(await world.payout.addWalletAddress(callerOf(customerId), wallet())).toMatchObject({
      ok: true,
      value: { chain: 'TRC20', addressStart: 'TR7NHqjeKQ', addressEnd: 'tSzgjLj6t' },
    })
    expect(await world.payout.addWalletAddress(callerOf(customerId), wallet())).toMatchObject({
      error: 'address-exists',
    })
    expect(
      await world.payout.addWalletAddress(callerOf(customerId), wallet('TQHgMpVzWkhSsRB4BzZgmV8uW4cFL8eaBr')),
    ).toMatchObject({
      error: 'upper-limit',
    })
  })

  test('makes room for another once it is removed', async () => {
    const customerId = await world.addCustomer()
    const added = await world.payout.addWalletAddress(callerOf(customerId), wallet())
    if (!added.ok) throw new Error('the address was refused')
    const { id } = added.value
    expect(await world.payout.remove(customerId, { id, paymentPassword: '000000' })).toMatchObject({
      error: 'wrong-payment-password',
    })
    expect(await world.payout.remove(customerId, { id, paymentPassword })).toEqual({ ok: true, value: null })
    expect(await world.payout.remove(customerId, { id, paymentPassword })).toMatchObject({ error: 'not-found' })
    expect(await world.payout.addWalletAddress(callerOf(customerId), wallet())).toMatchObject({ ok: true })
  })
})

describe('adding', () => {
  const mails = async (customerId: bigint) =>
    (
      await world.ledger.owner.query<{ text: string }>(
        `select payload ->> 'text' as text from graphile_worker._private_jobs where payload ->> 'customerId' = $1`,
        [String(customerId)],
      )
    ).rows
  const messages = (customerId: bigint) => messagesOf(world.ledger.owner, customerId)

  test('takes the payment password, after everything that a typing error can be refused for', async () => {
    const customerId = await world.addCustomer()
    const add = (form: Parameters<typeof world.payout.addWalletAddress>[1]) =>
      world.payout.addWalletAddress(callerOf(customerId), form)
    const first = wallet()
    expect(await add({ ...first, paymentPassword: '000000' })).toMatchObject({
      error: 'wrong-payment-password',
      data: { triesLeft: 4 },
    })
    expect((await world.payout.list(customerId)).items).toEqual([])
    expect(await messages(customerId)).toEqual([])
    const added = await add(first)
    expect(added).toMatchObject({ ok: true })
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const wrong = { paymentPassword: '000000' }
      expect(await add(wallet('no address', wrong))).toMatchObject({ error: 'wrong-withdrawal-address' })
      expect(await add(wallet(address, wrong))).toMatchObject({ error: 'address-exists' })
      expect(await add({ ...first, ...wrong })).toEqual(added)
    }
    const card5 = card(ibans[0], { paymentPassword: '000000' })
    expect(await world.payout.addBankCard(callerOf(customerId), card5)).toMatchObject({ data: { triesLeft: 4 } })
  })

  test('takes a code where the owner has an authenticator, and a wrong password does not use it up', async () => {
    const customerId = await world.addCustomer()
    const begun = await world.totp.begin(customerId)
    if (!begun.ok) throw new Error('the second step was refused')
    const secret = bytesOf(begun.value)
    const code = (stepsAhead: number) => totpCode(secret, world.clock.nowMs(), stepsAhead)
    expect(await world.totp.confirm(customerId, code(-1), () => Promise.resolve())).toMatchObject({ ok: true })
    const add = (more: object) => world.payout.addWalletAddress(callerOf(customerId), wallet(address, more))
    expect(await add({})).toMatchObject({ error: 'totp-required' })
    expect(await add({ totp: code(5) })).toMatchObject({ error: 'wrong-totp' })
    expect(await add({ totp: code(0), paymentPassword: '000000' })).toMatchObject({ error: 'wrong-payment-password' })
    expect((await world.payout.list(customerId)).items).toEqual([])
    expect(await add({ totp: code(0) })).toMatchObject({ ok: true })
  })

  test('informs the owner once, by mail and message, with the last four characters', async () => {
    const customerId = await world.addCustomer()
    await world.ledger.owner.query(`update identity.customer set email = $2 where customer_id = $1`, [
      customerId,
      `owner-${customerId}@example.com`,
    ])
    const form = wallet()
    const added = await world.payout.addWalletAddress(callerOf(customerId), form)
    await world.payout.addWalletAddress(callerOf(customerId), form)
    if (!added.ok) throw new Error('the address was refused')
    expect(await messages(customerId)).toEqual([
      { kind: 'security-destination-added', subject: `payout:${added.value.id}`, details: { end: 'Lj6t' } },
    ])
    expect(world.told.filter((told) => told.customerId === customerId)).toEqual([
      { customerId, state: 'destination-added' },
    ])
    const sent = await mails(customerId)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text).toContain('Lj6t')
    expect(sent[0]?.text).toContain('customer service')
    expect(sent[0]?.text).not.toContain(address)
  })
})

describe('removing', () => {
  test('waits for a withdrawal that is under way, and keeps what it was paid to', async () => {
    const payee = await world.addPayee()
    const id = await world.withdraw(payee, 'USDT', '20')
    const remove = () => world.payout.remove(payee.customerId, { id: payee.methods.USDT, paymentPassword })
    expect((await world.payout.list(payee.customerId)).items.map(({ isInUse }) => isInUse)).toEqual([false, true])
    expect(await remove()).toMatchObject({ error: 'in-use' })
    await world.service.cancel(payee.customerId, { requestId: randomUUID(), id: String(id) })
    expect(await remove()).toEqual({ ok: true, value: null })
    expect(await world.service.detail(payee.customerId, String(id))).toMatchObject({
      value: { destination: { addressEnd: expect.any(String) } },
    })
  })

  test('and withdrawing to it at once never leave a withdrawal to what is not there', async () => {
    for (let round = 0; round < 10; round += 1) {
      const payee = await world.addPayee()
      const form = await world.form(payee, 'USDT', '20')
      const [removed, created] = await Promise.all([
        world.payout.remove(payee.customerId, { id: payee.methods.USDT, paymentPassword }),
        world.service.create(payee.customerId, form),
      ])
      expect([removed.ok, created.ok].filter(Boolean)).toHaveLength(1)
    }
  })

  test('is for its own customer, and costs no attempt at the password where there is nothing to remove', async () => {
    const [payee, stranger] = [await world.addPayee(), await world.addPayee()]
    for (let attempt = 0; attempt < 6; attempt += 1)
      expect(
        await world.payout.remove(stranger.customerId, { id: payee.methods.USD, paymentPassword: '000000' }),
      ).toMatchObject({
        error: 'not-found',
      })
    expect(await world.payout.remove(stranger.customerId, { id: stranger.methods.USD, paymentPassword })).toMatchObject(
      { ok: true },
    )
  })
})

test('where money is real a new destination rests for a day, and the readiness says until when', async () => {
  const early = await world.addCustomer()
  const readiness = async (customerId: bigint) =>
    (await readReadiness(world.readiness, { customerId, kycState: 'verified' })).items
  expect(await readiness(early)).toMatchObject([
    { asset: 'USD', missing: ['payout-method'] },
    { asset: 'USDT', missing: ['payout-method'] },
  ])
  await world.ledger.owner.query(
    'insert into payout.setting (max_bank_cards, max_wallet_addresses, cool_down_ms, created_ms) values (5, 1, 86400000, clock.now_ms())',
  )
  const payee = await world.addPayee()
  const untilMs = world.clock.nowMs() + dayMs
  const quote = () =>
    world.service.quote(payee.customerId, { asset: 'USD', amount: '20', payoutMethodId: payee.methods.USD })
  expect(await quote()).toEqual({ ok: false, error: 'cooling-down', data: { untilMs } })
  expect(await readiness(payee.customerId)).toMatchObject([
    { asset: 'USD', missing: ['cooling-down'], coolsUntilMs: untilMs, available: '10000', minimum: '10', fee: '1' },
    { asset: 'USDT', missing: ['cooling-down'] },
  ])
  expect((await world.payout.list(payee.customerId)).items[0]).toMatchObject({ usableFromMs: untilMs })
  await world.ledger.moveTo(world.ledger.slot + 2 * 86_400)
  expect(await quote()).toMatchObject({ ok: true })
  expect(await readiness(payee.customerId)).toMatchObject([{ missing: [], coolsUntilMs: null }, { missing: [] }])

  // A reset of the payment password holds every withdrawal, whatever the method's age.
  const heldUntilMs = world.clock.nowMs() + 1_000
  await world.ledger.owner.query('select security.hold_withdrawals($1, $2)', [payee.customerId, 1_000])
  expect(await quote()).toEqual({ ok: false, error: 'cooling-down', data: { untilMs: heldUntilMs } })
  expect(await readiness(payee.customerId)).toMatchObject([
    { missing: ['cooling-down'], coolsUntilMs: heldUntilMs },
    {},
  ])
})
