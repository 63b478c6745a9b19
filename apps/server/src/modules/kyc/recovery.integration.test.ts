import { randomUUID } from 'node:crypto'
import { dayMs } from '@candor/formulas'
import { beforeEach, describe, expect, it } from 'vitest'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'
import { withTransaction } from '../../platform/transaction.ts'
import { createKycReviewTask, stopRecovery } from './index.ts'
import { formOf, openKycWorld } from './testing/kyc-world.ts'

const origin = { ip: '198.51.100.7', userAgent: 'Test browser' }
const minuteMs = 60_000
const world = closeAfterTests(await openKycWorld())
const anna = await world.newOperator('kyc')
const bela = await world.newOperator('kyc')
beforeEach(() => world.mailbox.renew())

const approve = (secret: string, id: string) =>
  world.review.decide(secret, { id, verdict: 'approved', reasons: [], note: '' })
const refuseTwice = async (id: string) => {
  for (const secret of [anna, bela]) {
    const reasons = [{ code: 'blurred', target: 'front' } as const]
    await world.review.decide(secret, { id, verdict: 'rejected', resubmit: 'retry-photos', reasons, note: '' })
  }
}

/** A verified customer signed in on one device. */
async function verified() {
  const customerId = await world.newCustomer()
  const form = await formOf()
  const sent = await world.service.submit(customerId, form)
  if (!sent.ok) throw new Error(sent.error)
  await approve(anna, sent.value.id)
  await approve(bela, sent.value.id)
  await world.owner.query(
    `insert into identity.session (customer_id, token_hash, device, network, created_ms, last_used_ms)
     values ($1, sha256($2::bytea), '', '', 0, 0)`,
    [customerId, Buffer.from(String(customerId))],
  )
  return { customerId, document: form, ...(await stateOf(customerId)) }
}

async function stateOf(customerId: bigint) {
  const { rows } = await world.owner.query<{
    account: string
    email: string
    kyc: string
    sessions: bigint
    held: bigint
    told: string[]
  }>(
    `select public_id as account, email, kyc_state as kyc, security.withdrawals_held_until_ms(c.customer_id) as held,
       (select count(*) from identity.session as s where s.customer_id = c.customer_id
         and revoked_ms is null) as sessions,
       array(select kind from message.message as m where m.customer_id = c.customer_id order by message_id) as told
     from identity.customer as c where customer_id = $1`,
    [customerId],
  )
  const [row] = rows
  if (row === undefined) throw new Error('no such customer')
  return row
}

let mailboxes = 0
const newMailbox = () => `new${(mailboxes += 1)}@example.org`

/** Requests another mailbox with a customer's document, unless overridden. */
async function ask({ account, document }: Awaited<ReturnType<typeof verified>>, change: object = {}) {
  const photos = await formOf()
  const { country, documentType, name, number } = document
  const form = {
    ...photos,
    country,
    documentType,
    name,
    number,
    account,
    email: newMailbox(),
    code: '123456',
    ...change,
  }
  return { form, answer: await world.recover(form, origin) }
}

async function openCase(customerId: bigint): Promise<string> {
  const { items } = await world.review.queue(anna, 100)
  for (const { id, isRecovery } of items) {
    const found = await world.review.detail(anna, BigInt(id))
    if (isRecovery && found.ok && found.value.customerId === String(customerId)) return id
  }
  throw new Error('no recovery waits')
}

const mailsTo = async (address: string) => {
  const { rows } = await world.owner.query<{ payload: { to: string; subject: string; text: string } }>(
    "select payload from graphile_worker._private_jobs where payload->>'to' = $1 order by id",
    [address],
  )
  return rows.map(({ payload }) => payload)
}

describe('a lost mailbox', () => {
  it('is replaced once two operators agree: sessions end, withdrawals wait, and both mailboxes get a mail', async () => {
    const customer = await verified()
    const { form, answer } = await ask(customer)
    expect(answer.ok && answer.value.promisedMs).toBeGreaterThan(Date.now())
    expect(await mailsTo(customer.email)).toMatchObject([
      { subject: 'Someone asked to change the e-mail of your account' },
    ])
    const id = await openCase(customer.customerId)
    expect(await world.review.detail(anna, BigInt(id))).toMatchObject({
      value: {
        recovery: { email: form.email, currentEmail: customer.email, verifiedName: 'Lena Musterfrau' },
        birthDate: null,
        sameNumberAccounts: [],
        samePersonAccounts: [],
      },
    })
    expect(await approve(anna, id)).toMatchObject({ value: { outcome: 'recorded' } })
    expect(await stateOf(customer.customerId)).toMatchObject({
      email: customer.email,
      sessions: 1n,
      held: 0n,
      kyc: 'verified',
    })
    expect(await approve(bela, id)).toMatchObject({ value: { outcome: 'verified' } })
    const after = await stateOf(customer.customerId)
    expect(after).toMatchObject({ email: form.email, sessions: 0n, kyc: 'verified' })
    expect(after.told).toEqual(['kyc-verified', 'security-recovery-asked', 'security-recovered'])
    expect(Number(after.held) - Date.now()).toBeGreaterThan(6 * dayMs)
    expect(world.endedSessions).toContain(customer.customerId)
    expect(await mailsTo(form.email)).toMatchObject([{ subject: 'This e-mail now belongs to your account' }])
    expect((await mailsTo(customer.email)).at(-1)?.text).toContain('now has a different e-mail')
    // The original identity check of the customer is unchanged.
    expect((await world.service.state(customer.customerId)).submission).toMatchObject({
      state: 'verified',
      name: 'Lena Musterfrau',
    })
  })

  it('stays where two operators refuse, and may be asked for again', async () => {
    const customer = await verified()
    const { form } = await ask(customer)
    await refuseTwice(await openCase(customer.customerId))
    expect(await stateOf(customer.customerId)).toMatchObject({
      email: customer.email,
      sessions: 1n,
      held: 0n,
      kyc: 'verified',
    })
    expect(await mailsTo(form.email)).toMatchObject([{ subject: 'Your account keeps its e-mail' }])
    expect(
      await world.service.appeal(customer.customerId, { requestId: randomUUID(), text: 'Look again, please.' }),
    ).toMatchObject({
      error: 'not-allowed',
    })
    world.mailbox.renew()
    expect((await ask(customer)).answer).toMatchObject({ ok: true })
  })

  it('stays where somebody reads the old mailbox in time', async () => {
    const customer = await verified()
    await ask(customer)
    const id = await openCase(customer.customerId)
    await withTransaction(world.app, (client) => stopRecovery(client, customer.customerId))
    await expect(approve(anna, id)).rejects.toMatchObject({ code: 'CO004' })
    expect(await stateOf(customer.customerId)).toMatchObject({ email: customer.email, sessions: 1n, kyc: 'verified' })
  })

  it('stays where the new one has become another account’s meanwhile', async () => {
    const [customer, other] = [await verified(), await world.newCustomer()]
    const { form } = await ask(customer)
    await world.owner.query('update identity.customer set email = $1 where customer_id = $2', [form.email, other])
    const id = await openCase(customer.customerId)
    await approve(anna, id)
    expect(await approve(bela, id)).toMatchObject({ value: { outcome: 'rejected' } })
    expect(await stateOf(customer.customerId)).toMatchObject({ email: customer.email, sessions: 1n, held: 0n })
  })

  it('is decided by the reviewers of the sandbox like a check, and holds withdrawals for minutes there', async () => {
    await world.owner.query("insert into origin.mode (mode) values ('sandbox')")
    const customer = await verified()
    const { form } = await ask(customer)
    const id = await openCase(customer.customerId)
    const task = createKycReviewTask({ pool: world.app, review: world.review })
    const due = (await task.due(Date.now())).find(({ subject }) => subject === `kyc:${id}`)
    if (due === undefined) throw new Error('the recovery waits for nobody')
    await task.decide(anna, due, 1)
    await task.decide(bela, due, 2)
    const after = await stateOf(customer.customerId)
    expect(after.email).toBe(form.email)
    const heldMs = Number(after.held) - Date.now()
    expect([heldMs > 8 * minuteMs, heldMs < 11 * minuteMs]).toEqual([true, true])
  })
})

describe('a recovery', () => {
  it('of no account, of one that is not verified, and with another document are answered alike, and cost the code', async () => {
    const customer = await verified()
    const newcomer = await stateOf(await world.newCustomer())
    for (const change of [
      { account: '99999999' },
      { account: newcomer.account },
      { number: 'L01X99T47' },
      { country: 'ES' },
    ]) {
      world.mailbox.renew()
      expect((await ask(customer, change)).answer).toEqual({ ok: false, error: 'details-differ' })
      expect((await ask(customer)).answer).toMatchObject({ error: 'wrong-code' })
    }
    expect((await stateOf(customer.customerId)).told).toEqual(['kyc-verified'])
  })

  it('wants the code first, and a mailbox that has no account', async () => {
    const [customer, other] = [await verified(), await verified()]
    expect((await ask(customer, { code: '654321', account: '99999999' })).answer).toMatchObject({ error: 'wrong-code' })
    expect((await ask(customer, { email: other.email.toUpperCase() })).answer).toMatchObject({
      error: 'already-registered',
    })
    expect((await ask(customer, { account: customer.email.toUpperCase() })).answer).toMatchObject({ ok: true })
  })

  it('is answered the same when it is repeated, and waits for the one before', async () => {
    const customer = await verified()
    const { form, answer } = await ask(customer)
    expect(await world.recover(form, origin)).toEqual(answer)
    world.mailbox.renew()
    expect(await world.recover({ ...form, name: 'Lena Other' }, origin)).toMatchObject({ error: 'conflict' })
    const files = await world.vaultFiles()
    expect((await ask(customer)).answer).toMatchObject({ error: 'wait-for-review' })
    expect(await world.vaultFiles()).toBe(files)
  })
})
