import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { inviteCode, postForm, registerAt, serverSecret, startTestServer } from '../../test/test-server.ts'
import { addOperator } from '../modules/operator/testing/operators.ts'
import type { TestOperator } from '../modules/operator/testing/operators.ts'
import { setPaymentPassword } from '../modules/security/testing/payment-password.ts'
import { createPool } from '../platform/postgres/pool.ts'
import { testDatabase } from '../platform/postgres/test-database.ts'
import { confirmAct } from '../modules/verifier/testing/confirm.ts'
import { seed } from './seed.ts'

const paymentPassword = '481516'
const reviewerKey = 'a-key-of-the-sandbox-reviewers'

const database = await testDatabase()
const owner = createPool(database.ownerUrl, 'test-owner', { maxConnections: 2 })
await seed(database.ownerUrl, { mode: 'sandbox', inviteCode, reviewerKey, serverKey: serverSecret })
const server = await startTestServer(database, { CANDOR_SANDBOX_REVIEWER: reviewerKey })
const customer = await verifiedCustomer()
afterAll(async () => {
  await server.stop()
  await owner.end()
})

const post = (path: string, form: Readonly<Record<string, string>>, token = '') =>
  postForm(`${path.startsWith('operator/') ? server.consoleOrigin : server.origin}/${path}`, form, { token })
const call = (path: string, form: Readonly<Record<string, string>> = {}) => post(`api/${path}`, form, customer)

async function verifiedCustomer(): Promise<string> {
  const email = `${randomUUID()}@example.com`
  const { data } = await registerAt(server.origin, email)
  const { rows } = await owner.query<{ customer_id: bigint }>(
    `update identity.customer set kyc_state = 'verified' where email = $1 returning customer_id`,
    [email],
  )
  await setPaymentPassword(owner, rows[0]?.customer_id ?? 0n, paymentPassword, serverSecret)
  return z.parse(z.object({ token: z.string() }), data).token
}

async function logIn(operator: TestOperator): Promise<string> {
  const { data } = await post('operator/login', {
    account: operator.name,
    password: operator.password,
    totp: operator.code(),
  })
  return z.parse(z.object({ token: z.string() }), data).token
}

const idOf = (data: unknown) => z.parse(z.object({ id: z.string() }), data).id

test('money leaves through the API only with two different operators, and the customer sees each step', async () => {
  const readiness = async () =>
    z.parse(
      z.object({ items: z.array(z.object({ missing: z.array(z.string()) })) }),
      (await call('withdrawal/readiness')).data,
    )
  expect((await readiness()).items[1]?.missing).toEqual(['payout-method'])
  const added = await call('payout/add_wallet_address', {
    requestId: randomUUID(),
    chain: 'TRC20',
    address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    paymentPassword,
  })
  expect(added).toMatchObject({ code: 1, data: { kind: 'wallet-address', addressEnd: 'tSzgjLj6t' } })
  expect((await readiness()).items[1]?.missing).toEqual([])

  const payoutMethodId = idOf(added.data)
  const quote = await call('withdrawal/quote', { asset: 'USDT', amount: '500', payoutMethodId })
  const { quoteId, fee } = z.parse(z.object({ quoteId: z.string(), fee: z.string() }), quote.data)
  const form = { requestId: randomUUID(), quoteId, asset: 'USDT', amount: '500', fee, payoutMethodId, paymentPassword }
  const [first, second, third] = [
    await logIn(await addOperator(owner, { name: 'first', roles: ['payments'] })),
    await logIn(await addOperator(owner, { name: 'second', roles: ['lead'] })),
    await logIn(await addOperator(owner, { name: 'third', roles: ['payments'] })),
  ]
  const created = await call('withdrawal/create', form)
  expect(created).toMatchObject({ code: 1, data: { state: 'under-review', approvalsNeeded: 2 } })
  const id = idOf(created.data)
  // The sandbox's reviewers skip what a person has claimed.
  expect(await post('operator/claim', { subject: `withdrawal:${id}` }, first)).toMatchObject({
    code: 1,
    data: { isOwn: true },
  })
  const held = { subject: `withdrawal:${id}`, name: 'first' }
  expect(await post('operator/claims', {}, first)).toMatchObject({ data: { items: [{ ...held, isOwn: true }] } })
  expect(await post('operator/claims', {}, second)).toMatchObject({ data: { items: [{ ...held, isOwn: false }] } })
  expect(await call('wallet/assets')).toMatchObject({
    data: { items: [{}, { asset: 'USDT', available: '9500', heldInContracts: '0', heldInWithdrawals: '500' }] },
  })
  expect(await call('payout/remove', { id: payoutMethodId, paymentPassword })).toMatchObject({ error: 'in-use' })

  const act = (token: string, step: string, more: Readonly<Record<string, string>> = {}) =>
    post(`operator/withdrawal_${step}`, { id, ...more }, token)
  expect(await act(customer, 'decide', { verdict: 'approve' })).toMatchObject({ status: 408 })
  expect(await act(first, 'decide', { verdict: 'approve' })).toMatchObject({ error: 'confirmation-required' })
  const app = createPool(database.appUrl, 'test-app', { maxConnections: 2 })
  const confirm = (token: string) => confirmAct({ owner, app }, token, { act: 'withdrawal.approve', id: BigInt(id) })
  await confirm(first)
  expect(await act(first, 'decide', { verdict: 'approve' })).toMatchObject({ code: 1, data: { state: 'under-review' } })
  expect(await act(first, 'decide', { verdict: 'approve' })).toMatchObject({ error: 'same-operator' })
  for (const [step, more] of [
    ['sent', { reference: 'alone' }],
    ['completed', {}],
    ['failed', { proof: 'it never was paid' }],
  ] as const)
    expect(await act(first, step, more)).toMatchObject({ error: 'already-decided' })
  expect(await call('withdrawal/cancel', { requestId: randomUUID(), id })).toMatchObject({
    error: 'transaction-closed',
  })

  await confirm(second)
  await app.end()
  expect(await act(second, 'decide', { verdict: 'approve' })).toMatchObject({ code: 1, data: { state: 'approved' } })
  expect(await act(first, 'sent', { reference: '0xfeed' })).toMatchObject({ code: 1, data: { state: 'sent' } })
  for (const approver of [first, second])
    expect(await act(approver, 'completed')).toMatchObject({ error: 'same-operator' })
  expect(await act(third, 'completed')).toMatchObject({ code: 1, data: { state: 'completed' } })
  expect(await act(first, 'detail')).toMatchObject({
    data: { approvals: [{ operator: 'first' }, { operator: 'second' }], reference: '0xfeed' },
  })
  expect(await act(first, 'destination')).toMatchObject({ data: { number: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' } })

  expect(await call('withdrawal/detail', { id })).toMatchObject({
    data: { state: 'completed', arrival: '499', reference: '0xfeed' },
  })
  const { data: statement } = await call('wallet/statement', { asset: 'USDT', limit: '2' })
  expect(statement).toMatchObject({
    items: [
      { kind: 'withdrawal-completed', amount: '0', availableAfter: '9500', withdrawalId: id, orderId: null },
      { kind: 'withdrawal-held', amount: '-500', availableAfter: '9500', withdrawalId: id, orderId: null },
    ],
  })
  expect(await post('api/transparency/service_levels', {})).toMatchObject({
    code: 1,
    data: {
      withdrawals: { requested: 1, completed: 1 },
      service: { steps: [{ name: 'settled' }, { name: 'answered', done: 0, missing: 20 }, { name: 'logged' }] },
    },
  })
})

test('the reviewers of the sandbox pay what nobody has claimed', async () => {
  const listed = z.parse(z.object({ items: z.array(z.object({ id: z.string() })) }), (await call('payout/list')).data)
  const payoutMethodId = listed.items[0]?.id ?? ''
  const quote = await call('withdrawal/quote', { asset: 'USDT', amount: '300', payoutMethodId })
  const { quoteId, fee } = z.parse(z.object({ quoteId: z.string(), fee: z.string() }), quote.data)
  const form = { requestId: randomUUID(), quoteId, asset: 'USDT', amount: '300', fee, payoutMethodId, paymentPassword }
  const id = idOf((await call('withdrawal/create', form)).data)
  await expect
    .poll(() => call('withdrawal/detail', { id }), { timeout: 45_000 })
    .toMatchObject({
      data: { state: 'completed', reference: `sandbox-${id}` },
    })
})
