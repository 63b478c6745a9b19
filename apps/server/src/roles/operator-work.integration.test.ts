import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { customerToken, openOperatorWorld } from '../../test/operator-world.ts'
import type { OperatorWorld } from '../../test/operator-world.ts'
import { confirmAct } from '../modules/verifier/testing/confirm.ts'
import { closeAfterTests } from '../platform/postgres/test-database.ts'

const call: OperatorWorld['call'] = (...words) => world.call(...words)
const as: OperatorWorld['as'] = (role) => world.as(role)

const world = closeAfterTests(await openOperatorWorld())

describe('customers', () => {
  it.each(['10000001', '1', 'first@', 'FIRST@example.com'])('are found by %s', async (text) => {
    expect(await call('operator/customers', { text }, as('support'))).toMatchObject({
      data: { items: [{ id: '1', publicId: '10000001' }] },
    })
  })

  it.each(['%', '_0000001', '2', 'second@'])('are not found by %s', async (text) => {
    expect(await call('operator/customers', { text }, as('support'))).toMatchObject({ data: { items: [] } })
  })

  it('are shown with money, logins and what was done, and looking is recorded', async () => {
    await call('operator/customer', { id: '1' }, as('kyc'))
    const { data } = await call('operator/customer', { id: '1' }, as('support'))
    expect(data).toMatchObject({
      customer: { id: '1', email: 'first@example.com', isEnabled: true, kycState: 'verified' },
      // Made verified without a document.
      name: null,
      assets: {
        items: [
          { asset: 'USD', available: '10000' },
          { asset: 'USDT', available: '10000' },
        ],
      },
      sessions: [{ network: '203.0.113.x' }],
    })
    expect(
      z
        .parse(z.object({ history: z.array(z.object({ actor: z.string(), action: z.string() })) }), data)
        .history.slice(0, 2),
    ).toMatchObject([
      { actor: 'only-support', action: 'customer.viewed' },
      { actor: 'only-kyc', action: 'customer.viewed' },
    ])
    expect(await call('operator/customer_statement', { id: '1', asset: 'USD' }, as('support'))).toMatchObject({
      data: { items: [{ kind: 'grant', amount: '10000' }] },
    })
  })

  const listed = z.object({ items: z.array(z.object({ id: z.string() })) })
  const of = async (filter: string, secret: string) => {
    const { data } = await call('operator/customers', { filter }, secret)
    return z.parse(listed, data).items.map(({ id }) => id)
  }

  it('are listed without a search: those that the caller opened last, the newest, and those with the most', async () => {
    const opener = await world.logIn('opener', ['support'])
    expect(await of('recent', opener)).toEqual([])
    await call('operator/customer', { id: '1' }, opener)
    expect(await of('recent', opener)).toEqual(['1'])
    expect(await of('new', opener)).toContain('1')
    expect(await of('large', opener)).toContain('1')
    expect(await of('refused', opener)).toEqual([])
    expect(await call('operator/customers', { filter: 'rich' }, opener)).toMatchObject({ error: 'invalid' })
  })

  it('are shown with what is open, their limits, and what agents noted', async () => {
    await call('api/security/limit_set', { kind: 'stake', value: '150' }, customerToken)
    await world.owner.query(
      `insert into support.note (conversation_id, operator_id, at_ms, text)
       select (support.hold_conversation(1)).conversation_id, operator_id, 5, 'Prefers German' from operator.account
       where name = 'only-support'`,
    )
    const { data } = await call('operator/customer', { id: '1' }, as('support'))
    expect(data).toMatchObject({
      payoutMethods: [],
      notes: [{ text: 'Prefers German', operator: 'only-support', atMs: 5 }],
      limits: { items: expect.arrayContaining([expect.objectContaining({ kind: 'stake', value: '150' })]) },
    })
  })

  it('are looked at beside a conversation, which is recorded', async () => {
    const { data } = await call('operator/customer_context', { id: '1' }, as('lead'))
    expect(data).toMatchObject({ name: null, contracts: [], questions: [] })
    const { data: acts } = await call('operator/audit_of', { subject: 'customer:1' }, as('desk'))
    expect(z.parse(z.object({ items: z.array(z.unknown()) }), acts).items[0]).toMatchObject({
      actor: 'only-lead',
      action: 'customer.viewed',
    })
    expect(await call('operator/customer_context', { id: '1' }, as('payments'))).toMatchObject({ error: 'not-allowed' })
    expect(await call('operator/customer_context', { id: '99' }, as('lead'))).toMatchObject({ error: 'not-found' })
  })

  it('are disabled with a reason, which closes their way in at once, and enabled again', async () => {
    const form = { id: '1', reason: 'taken-over', note: 'called from her own number' }
    expect(await call('operator/customer_disable', form, as('support'))).toMatchObject({ data: { isEnabled: false } })
    await expect
      .poll(async () => (await call('api/user/info', {}, customerToken)).error === 'account-disabled')
      .toBe(true)
    expect(await call('operator/customer_disable', form, as('support'))).toMatchObject({ error: 'already-decided' })
    expect(await call('operator/customer_enable', { id: '1', reason: 'cleared' }, as('lead'))).toMatchObject({
      data: { isEnabled: true },
    })
    const { data } = await call('operator/audit_of', { subject: 'customer:1' }, as('desk'))
    expect(z.parse(z.object({ items: z.array(z.unknown()) }), data).items.slice(0, 2)).toMatchObject([
      { actor: 'only-lead', action: 'customer.enabled', reason: 'cleared' },
      { actor: 'only-support', action: 'customer.disabled', reason: 'taken-over: called from her own number' },
    ])
    expect(await call('operator/customer_disable', { ...form, id: '99' }, as('support'))).toMatchObject({
      error: 'not-found',
    })
  })
})

describe('terms', () => {
  const wanted = {
    symbol: 'BTCUSDT',
    durationMs: '30000',
    isOffered: 'true',
    stakeMin: '2',
    stakeMax: '50',
    feeBps: '10',
    payoutBps: '7000',
    maxOpenPayout: '100',
    entryWindowSlots: '12',
    exitWindowSlots: '14',
    note: 'less risk over the weekend',
  }
  const offered = async () => {
    const { data } = await call('api/contract/terms', { symbol: 'BTCUSDT' }, null)
    const terms = z.parse(
      z.object({ durations: z.array(z.object({ durationMs: z.int(), stakeMin: z.string() })) }),
      data,
    )
    return terms.durations.find(({ durationMs }) => durationMs === 30_000)?.stakeMin
  }

  const signTerms = (id: string) => confirmAct(world, as('lead'), { act: 'terms.confirm', id: BigInt(id) })

  it('change for later orders once a second operator confirms them, and never by one alone', async () => {
    const both = await world.logIn('both', ['risk', 'lead'])
    const before = await offered()
    const { data } = await call('operator/terms_propose', wanted, both)
    const { id, current } = z.parse(z.object({ id: z.string(), current: z.object({ version: z.int() }) }), data)
    expect(await call('operator/terms_confirm', { id }, both)).toMatchObject({ error: 'same-operator' })
    expect(await offered()).toBe(before)
    expect(await call('operator/terms_confirm', { id }, as('lead'))).toMatchObject({ error: 'confirmation-required' })
    expect(await offered()).toBe(before)
    await signTerms(id)
    expect(await call('operator/terms_confirm', { id }, as('lead'))).toMatchObject({
      data: { state: 'confirmed', decidedBy: { name: 'only-lead' } },
    })
    expect(await offered()).toBe('2')
    expect(await call('operator/terms_confirm', { id }, as('lead'))).toMatchObject({ error: 'already-decided' })
    const versions = await call('operator/terms_versions', { symbol: 'BTCUSDT', durationMs: '30000' }, as('support'))
    expect(versions.data).toMatchObject({
      items: [
        { version: current.version + 1, payoutBps: 7_000, entryWindowSlots: 12, exitWindowSlots: 14 },
        { version: current.version },
      ],
    })
  })

  it('are not confirmed where others came meanwhile', async () => {
    const ids: string[] = []
    for (const stakeMin of ['3', '4']) {
      const { data } = await call('operator/terms_propose', { ...wanted, stakeMin }, as('risk'))
      ids.push(z.parse(z.object({ id: z.string() }), data).id)
    }
    for (const id of ids) await signTerms(id)
    expect(await call('operator/terms_confirm', { id: ids[0] ?? '' }, as('lead'))).toMatchObject({ error: null })
    expect(await call('operator/terms_confirm', { id: ids[1] ?? '' }, as('lead'))).toMatchObject({
      error: 'terms-changed',
    })
    const rejected = await call('operator/terms_reject', { id: ids[1] ?? '', note: 'too late' }, as('risk'))
    expect(rejected.data).toMatchObject({ state: 'rejected' })
    expect(await offered()).toBe('3')
  })

  it.each([
    ['a stake below nothing', { stakeMin: '0' }],
    ['a smallest stake above the largest', { stakeMin: '51' }],
    ['half a slot', { durationMs: '30250' }],
  ])('with %s are refused', async (_name, change) => {
    expect(await call('operator/terms_propose', { ...wanted, ...change }, as('risk'))).toMatchObject({
      error: 'wrong-amount',
    })
  })
})

describe('corrections', () => {
  const wanted = {
    customerId: '1',
    asset: 'USDT',
    amount: '12.5',
    reason: 'booking-error',
    note: 'a transfer was lost',
  }
  const available = async () => {
    const { data } = await call('api/wallet/assets', {}, customerToken)
    const { items } = z.parse(
      z.object({ items: z.array(z.object({ asset: z.string(), available: z.string() })) }),
      data,
    )
    return items.find(({ asset }) => asset === 'USDT')?.available
  }

  const confirmed = (id: string) => confirmAct(world, as('risk'), { act: 'correction.confirm', id: BigInt(id) })

  it('move money once a second operator confirms, and the customer sees them', async () => {
    const { data } = await call('operator/correction_propose', wanted, as('lead'))
    const { id } = z.parse(z.object({ id: z.string() }), data)
    expect(await call('operator/correction_confirm', { id }, as('lead'))).toMatchObject({ error: 'same-operator' })
    expect(await available()).toBe('10000')
    expect(await call('operator/correction_confirm', { id }, as('risk'))).toMatchObject({
      error: 'confirmation-required',
    })
    await confirmed(id)
    expect(await call('operator/correction_confirm', { id }, as('risk'))).toMatchObject({
      data: { state: 'booked', amount: '12.5' },
    })
    expect(await available()).toBe('10012.5')
    expect(await call('operator/correction_confirm', { id }, as('risk'))).toMatchObject({ error: 'already-decided' })
    const statement = await call('api/wallet/statement', { kind: 'correction' }, customerToken)
    expect(statement.data).toMatchObject({
      items: [
        {
          kind: 'correction',
          amount: '12.5',
          availableAfter: '10012.5',
          orderId: null,
          correctionReason: 'booking-error',
        },
      ],
    })
  })

  it('take no more than a customer has available', async () => {
    const { data } = await call('operator/correction_propose', { ...wanted, amount: '-20000' }, as('payments'))
    const { id } = z.parse(z.object({ id: z.string() }), data)
    await confirmed(id)
    expect(await call('operator/correction_confirm', { id }, as('risk'))).toMatchObject({
      error: 'insufficient-balance',
    })
    expect(await call('operator/correction_reject', { id, note: 'too much' }, as('payments'))).toMatchObject({
      data: { state: 'rejected' },
    })
  })

  it('pay no more than the house has free', async () => {
    const { data } = await call('operator/correction_propose', { ...wanted, amount: '900000000' }, as('payments'))
    const { id } = z.parse(z.object({ id: z.string() }), data)
    await confirmed(id)
    expect(await call('operator/correction_confirm', { id }, as('risk'))).toMatchObject({ error: 'house-limit' })
  })

  it.each([
    ['nothing', { amount: '0' }, 'wrong-amount'],
    ['a customer who does not exist', { customerId: '99' }, 'not-found'],
  ])('of %s are refused', async (_name, change, error) => {
    expect(await call('operator/correction_propose', { ...wanted, ...change }, as('payments'))).toMatchObject({ error })
  })
})

describe('exposure', () => {
  it('shows the bankroll, held and free, of both assets', async () => {
    const { data } = await call('operator/exposure', {}, as('risk'))
    expect(data).toMatchObject({
      assets: [{ asset: 'USD', bankroll: '1000000', held: '0', free: '1000000' }, { asset: 'USDT' }],
      overdue: 0,
      halted: [],
    })
  })
})

describe('the audit', () => {
  it('is listed newest first, in pages, and by who and what', async () => {
    const page = z.object({
      items: z.array(z.object({ seq: z.string(), actor: z.nullable(z.string()), action: z.string() })),
      nextCursor: z.nullable(z.string()),
    })
    const first = z.parse(page, (await call('operator/audit_list', { limit: '2' }, as('auditor'))).data)
    const second = z.parse(
      page,
      (await call('operator/audit_list', { limit: '2', cursor: first.nextCursor ?? '' }, as('auditor'))).data,
    )
    const numbers = [...first.items, ...second.items].map(({ seq }) => Number(seq))
    expect(numbers).toEqual(numbers.toSorted((left, right) => right - left))
    expect(new Set(numbers).size).toBe(4)
    const booked = z.parse(
      page,
      (await call('operator/audit_list', { action: 'correction.booked' }, as('auditor'))).data,
    )
    expect(booked.items).toMatchObject([{ actor: 'only-risk', action: 'correction.booked' }])
  })

  it('is taken away as lines that say the same, and the export is in it', async () => {
    const { data } = await call('operator/audit_export', { fromSeq: '2' }, as('auditor'))
    const rows = String(data)
      .trim()
      .split('\n')
      .map((line) =>
        z.parse(
          z.object({ seq: z.string(), action: z.string(), prevHash: z.string(), hash: z.string() }),
          JSON.parse(line),
        ),
      )
    expect(rows[0]?.seq).toBe('2')
    expect(rows.at(-1)?.action).toBe('audit.exported')
    expect(rows.slice(1).map(({ prevHash }) => prevHash)).toEqual(rows.slice(0, -1).map(({ hash }) => hash))
  })

  it('is whole', async () => {
    const { data } = await call('operator/audit_verify', {}, as('security'))
    expect(data).toMatchObject({ brokenSeq: null })
  })
})

describe('the team', () => {
  const member = async (name: string) => {
    const { data } = await call('operator/team', {}, as('lead'))
    const { items } = z.parse(z.object({ items: z.array(z.looseObject({ name: z.string() })) }), data)
    return items.find((item) => item.name === name)
  }

  it('is shown with roles, second factor and open sessions, and with no secret', async () => {
    const secret = await world.logIn('gina', ['desk', 'risk'])
    const gina = await member('gina')
    expect(gina).toMatchObject({
      roles: ['desk', 'risk'],
      secondFactor: 'authenticator',
      isSandboxReviewer: false,
      isDisabled: false,
      lastSeenMs: expect.any(Number),
      sessions: [{ network: expect.any(String) }],
    })
    expect(JSON.stringify(gina)).not.toContain(secret)
    await call('operator/logout', {}, secret)
    expect(await member('gina')).toMatchObject({ lastSeenMs: expect.any(Number), sessions: [] })
  })

  it('shows who is disabled, and nobody as signed in whose time is over', async () => {
    await world.logIn('otto', ['desk'])
    await world.owner.query(
      'update operator.session set last_used_ms = last_used_ms - 30 * 60000 where operator_id = (select max(operator_id) from operator.account)',
    )
    expect(await member('otto')).toMatchObject({ isDisabled: false, sessions: [] })
    await world.logIn('pia', ['desk'])
    await world.owner.query("select operator.set_enabled('pia', false)")
    expect(await member('pia')).toMatchObject({ isDisabled: true, sessions: [] })
  })
})

// Last, because it ends the session of the customer of the tests above.
describe('sessions of a customer', () => {
  it('are all ended by an operator with a reason, which the audit and the customer can read', async () => {
    const form = { id: '1', reason: 'taken-over', note: 'she called' }
    expect(await call('operator/customer_sign_out', form, as('desk'))).toMatchObject({ error: 'not-allowed' })
    expect(await call('operator/customer_sign_out', { ...form, reason: 'mood' }, as('support'))).toMatchObject({
      error: 'invalid',
    })
    expect(await call('operator/customer_sign_out', { ...form, id: '99' }, as('support'))).toMatchObject({
      error: 'not-found',
    })
    expect(await call('api/user/info', {}, customerToken)).toMatchObject({ data: { id: '10000001' } })
    expect(await call('operator/customer_sign_out', form, as('support'))).toMatchObject({ data: { endedSessions: 1 } })
    await expect.poll(async () => (await call('api/user/info', {}, customerToken)).error === 'not-logged-in').toBe(true)
    const { data } = await call('operator/audit_of', { subject: 'customer:1' }, as('desk'))
    expect(z.parse(z.object({ items: z.array(z.unknown()) }), data).items[0]).toMatchObject({
      actor: 'only-support',
      action: 'customer.signed-out',
      reason: 'taken-over: she called',
      source: 'database',
    })
    const { rows } = await world.owner.query(
      "select details from message.message where customer_id = 1 and kind = 'security-signed-out'",
    )
    expect(rows).toEqual([{ details: { reason: 'taken-over' } }])
  })
})
