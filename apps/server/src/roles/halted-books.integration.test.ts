import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { customerToken, openOperatorWorld } from '../../test/operator-world.ts'
import type { WireAnswer } from '../../test/operator-world.ts'
import { testTxid } from '../modules/deposit/testing/deposit-world.ts'
import { prepareVoucher, takeVoucherStep } from '../modules/deposit/testing/voucher-life.ts'
import { confirmAct } from '../modules/verifier/testing/confirm.ts'
import { setPaymentPassword } from '../modules/security/testing/payment-password.ts'
import { closeAfterTests } from '../platform/postgres/test-database.ts'

const paymentPassword = '481516'
const requestId = () => randomUUID()
const dataOf = <Schema extends z.core.$ZodType>(schema: Schema, { data }: WireAnswer) => z.parse(schema, data)
const withId = z.object({ id: z.string() })
const items = <Schema extends z.core.$ZodType>(item: Schema) => z.object({ items: z.array(item) })

const world = closeAfterTests(await openOperatorWorld())
await setPaymentPassword(world.owner, 1n, paymentPassword, 'a-secret-of-the-tests')

type Form = Readonly<Record<string, string>>
const customer = (path: string, form: Form = {}) => world.call(`api/${path}`, form, customerToken)

/** Calls as a customer, and fails unless the call is accepted. */
async function done(call: Promise<WireAnswer>): Promise<WireAnswer> {
  const answer = await call
  expect(answer).toMatchObject({ status: 200, error: null })
  return answer
}

async function withdrawalForm(payoutMethodId: string): Promise<Form> {
  const money = { asset: 'USDT', amount: '50', payoutMethodId }
  const quoted = await done(customer('withdrawal/quote', money))
  const { quoteId, fee } = dataOf(z.object({ quoteId: z.string(), fee: z.string() }), quoted)
  return { ...money, requestId: requestId(), quoteId, fee, paymentPassword }
}

async function contractForm(): Promise<Form> {
  const offers = await customer('contract/terms', { symbol: 'ETHUSDT' })
  const { durations } = dataOf(z.object({ durations: z.array(z.object({ version: z.string() })) }), offers)
  const quotes = await customer('market/quotes', { symbols: 'ETHUSDT' })
  const { slot } = dataOf(z.object({ slot: z.int() }), quotes)
  const contract = { symbol: 'ETHUSDT', direction: 'up', durationMs: '30000', stake: '10', asset: 'USD' }
  return { ...contract, termsVersion: durations[0]?.version ?? '', seenSlot: String(slot), requestId: requestId() }
}

async function saleForm(isAuto: boolean): Promise<Form> {
  const adverts = await customer('floor/adverts')
  const advert = z.object({ id: z.string(), unitPrice: z.string(), isAuto: z.boolean() })
  const chosen = dataOf(items(advert), adverts).items.find((one) => one.isAuto === isAuto)
  const { id, unitPrice } = z.parse(advert, chosen)
  return { requestId: requestId(), advertId: id, quantity: '200', unitPrice, paymentPassword }
}

const idOf = async (call: Promise<WireAnswer>) => dataOf(withId, await done(call)).id

/** Calls of customers that book, each one acceptable if the books were not halted. */
async function customersCalls(payoutMethodId: string): Promise<(readonly [string, Form])[]> {
  const cancelled = await idOf(customer('withdrawal/create', await withdrawalForm(payoutMethodId)))
  const withdrawal = await withdrawalForm(payoutMethodId)
  const [product] = dataOf(items(withId), await customer('interest/products')).items
  const interestForm = () => ({ requestId: requestId(), productId: product?.id ?? '', amount: '1000' })
  const redeemed = await idOf(customer('interest/open', interestForm()))
  await expect.poll(async () => (await customer('contract/buy', await contractForm())).error === null).toBe(true)
  const quoted = await done(customer('swap/quote', { from: 'USD', amount: '100' }))
  const { quoteId } = dataOf(z.object({ quoteId: z.string() }), quoted)
  return [
    ['swap/execute', { requestId: requestId(), quoteId }],
    ['contract/buy', await contractForm()],
    ['withdrawal/create', withdrawal],
    ['withdrawal/cancel', { requestId: requestId(), id: cancelled }],
    ['interest/open', interestForm()],
    ['interest/redeem', { requestId: requestId(), id: redeemed }],
    ['floor/sell', await saleForm(true)],
  ]
}

/** A withdrawal as far as its payment. */
async function sentWithdrawal(payoutMethodId: string): Promise<string> {
  const id = await idOf(customer('withdrawal/create', await withdrawalForm(payoutMethodId)))
  const payments = world.as('payments')
  await done(world.call('operator/withdrawal_decide', { id, verdict: 'approve' }, payments))
  await done(world.call('operator/withdrawal_sent', { id, reference: `reference-${id}` }, payments))
  return id
}

async function approvedDeposit(): Promise<string> {
  const secrets = [await world.logIn('first-payments', ['payments']), world.as('payments')] as const
  await takeVoucherStep(
    prepareVoucher({ pool: world.app, owner: world.owner, customerId: 1n, secrets }),
    'approved-first',
  )
  const queued = await done(world.call('operator/deposit_queue', {}, world.as('payments')))
  return dataOf(items(withId), queued).items[0]?.id ?? ''
}

/** Calls of operators that book, each one acceptable if the books were not halted. */
async function operatorsCalls(payoutMethodId: string): Promise<(readonly [string, Form, string])[]> {
  const { call } = world
  const [payments, lead, desk] = [world.as('payments'), world.as('lead'), world.as('desk')]
  const rejected = await idOf(customer('withdrawal/create', await withdrawalForm(payoutMethodId)))
  const completed = await sentWithdrawal(payoutMethodId)
  const failed = await sentWithdrawal(payoutMethodId)
  const proof = 'the bank returned it'
  await confirmAct(world, payments, { act: 'withdrawal.fail', id: BigInt(failed) })
  await done(call('operator/withdrawal_failed', { id: failed, proof }, payments))
  const note = 'a note of the tests'
  const correction = { customerId: '1', asset: 'USD', amount: '5', reason: 'goodwill', note }
  const corrected = await idOf(call('operator/correction_propose', correction, payments))
  const deskId = dataOf(items(withId), await call('operator/desks', {}, desk)).items[0]?.id ?? ''
  const funding = { requestId: requestId(), deskId, amount: '100', reference: 'REF-1', note }
  const funded = await idOf(call('operator/desk_funding_propose', funding, desk))
  const advert = { deskId, unitPrice: '0.995', total: '100', minimum: '10', maximum: '100', isAuto: 'false' }
  const publish = () => ({ ...advert, requestId: requestId() })
  const open = await idOf(call('operator/advert_publish', publish(), desk))
  const closed = await idOf(call('operator/advert_publish', publish(), desk))
  await done(call('operator/advert_close', { id: closed }, desk))
  const proposal = { ...publish(), unitPrice: '0.9', note }
  const proposed = await idOf(call('operator/advert_propose', proposal, desk))
  const sold = await idOf(customer('floor/sell', await saleForm(false)))
  const deposited = await approvedDeposit()
  const reference = testTxid(BigInt(deposited))
  await confirmAct(world, payments, { act: 'deposit.approve', id: BigInt(deposited), reference })
  await confirmAct(world, lead, { act: 'withdrawal.fail', id: BigInt(failed) })
  await confirmAct(world, lead, { act: 'correction.confirm', id: BigInt(corrected) })
  await confirmAct(world, lead, { act: 'desk-funding.confirm', id: BigInt(funded) })
  await confirmAct(world, lead, { act: 'advert.publish', id: BigInt(proposed) })
  return [
    ['deposit_decide', { id: deposited, verdict: 'approved', reference }, payments],
    ['withdrawal_decide', { id: rejected, verdict: 'reject', reason: 'customer-asked' }, payments],
    ['withdrawal_completed', { id: completed }, lead],
    ['withdrawal_failed', { id: failed, proof }, lead],
    ['correction_confirm', { id: corrected }, lead],
    ['desk_funding_confirm', { id: funded }, lead],
    ['advert_publish', publish(), desk],
    ['advert_confirm', { id: proposed }, lead],
    ['advert_close', { id: open }, desk],
    ['advert_open', { id: closed }, desk],
    ['sale_confirm', { id: sold }, desk],
  ]
}

test('every call that books refuses alike while the books are halted, and books nothing', async () => {
  await expect.poll(async () => (await customer('contract/buy', await contractForm())).error === null).toBe(true)
  const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
  const wallet = { requestId: requestId(), chain: 'TRC20', address, paymentPassword }
  const payoutMethodId = await idOf(customer('payout/add_wallet_address', wallet))
  const byOperators = await operatorsCalls(payoutMethodId)
  const byCustomers = await customersCalls(payoutMethodId)
  const entries = () =>
    world.owner.query('select count(*) from ledger.posting where kind::text not like $1', ['contract-%'])
  await world.app.query('select ledger.halt(null, $1)', ['a mismatch of the tests'])
  const before = (await entries()).rows

  const refusals: Record<string, string> = {}
  for (const [path, form] of byCustomers) refusals[path] = `${(await customer(path, form)).error}`
  for (const [path, form, secret] of byOperators)
    refusals[path] = `${(await world.call(`operator/${path}`, form, secret)).error}`
  const paths = [...byCustomers, ...byOperators].map(([path]) => [path, 'books-halted'])
  expect(refusals).toEqual(Object.fromEntries(paths))
  expect((await entries()).rows).toEqual(before)
})
