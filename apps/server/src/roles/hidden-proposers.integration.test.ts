import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openOperatorWorld } from '../../test/operator-world.ts'
import { closeAfterTests } from '../platform/postgres/test-database.ts'

const world = closeAfterTests(await openOperatorWorld())
const { call } = world
const author = await world.logIn('the-author', ['risk', 'lead', 'payments', 'support', 'desk'])
const second = await world.logIn('the-second', ['risk', 'lead', 'payments', 'support', 'desk', 'auditor'])
const note = 'a note of the tests'

const withId = z.object({ id: z.string() })
const desks = await call('operator/desks', {}, author)
const deskId = z.parse(z.object({ items: z.array(withId) }), desks.data).items[0]?.id ?? ''
const { rows: incidents } = await world.owner.query<{ id: string }>(
  `insert into conduct.incident (kind, subject, started_ms) values ('no-prices', '', 1) returning incident_id::text as id`,
)
const advert = { deskId, unitPrice: '0.9', total: '100', minimum: '10', maximum: '100', isAuto: 'false' }
const terms = { symbol: 'BTCUSDT', durationMs: '30000', isOffered: 'true', stakeMin: '2', stakeMax: '50' }
const odds = { feeBps: '0', payoutBps: '7000', maxOpenPayout: '100', entryWindowSlots: '12', exitWindowSlots: '14' }
const rate = { isOpen: 'true', dailyRatePpm: '100', min: '100', max: '500' }
const swap = { from: 'USDT', minimum: '2', isWholeNumber: 'false', spreadBps: '9', quoteMs: '10000' }

type Form = Readonly<Record<string, string>>

/** Every kind of proposals: the list, the operations that propose and reject, and a sound form. */
const kinds: readonly (readonly [list: string, propose: string, reject: string, form: () => Form])[] = [
  ['terms_proposals', 'terms_propose', 'terms_reject', () => ({ ...terms, ...odds })],
  [
    'interest_proposals',
    'interest_propose',
    'interest_reject',
    () => ({ asset: 'USDT', durationMs: '60000', ...rate }),
  ],
  ['swap_proposals', 'swap_propose', 'swap_reject', () => swap],
  ['advert_terms_proposals', 'advert_terms_propose', 'advert_terms_reject', () => ({ bandBps: '77' })],
  ['setting_proposals', 'setting_propose', 'setting_reject', () => ({ name: 'bank-cards', value: '4' })],
  [
    'corrections',
    'correction_propose',
    'correction_reject',
    () => ({ customerId: '1', asset: 'USD', amount: '5', reason: 'goodwill' }),
  ],
  ['explanations', 'explanation_propose', 'explanation_reject', () => ({ incidentId: incidents[0]?.id ?? '' })],
  [
    'announcement_proposals',
    'announcement_propose',
    'announcement_reject',
    () => ({
      kind: 'notice',
      audience: 'everyone',
      titles: '{"en":"Hello"}',
      texts: '{"en":"Hello"}',
      withEnglish: 'true',
    }),
  ],
  ['published_codes', 'published_code_propose', 'published_code_reject', () => ({})],
  [
    'desk_fundings',
    'desk_funding_propose',
    'desk_funding_reject',
    () => ({ requestId: randomUUID(), deskId, amount: '100', reference: 'REF-7' }),
  ],
  ['advert_proposals', 'advert_propose', 'advert_reject', () => ({ ...advert, requestId: randomUUID() })],
]

const said = async (path: string, form: Form, token: string) => {
  const { error, data } = await call(`operator/${path}`, form, token)
  expect(error).toBeNull()
  return JSON.stringify(data)
}

describe('the second operator decides without knowing the first', () => {
  test.each(kinds)('%s', async (list, propose, reject, form) => {
    const filter: Form = list.startsWith('desk_') || list === 'advert_proposals' ? { deskId } : {}
    const { data, error } = await call(`operator/${propose}`, { ...form(), note }, author)
    expect(error).toBeNull()
    const { id } = z.parse(withId, data)
    expect(await said(list, filter, author)).toContain('the-author')
    expect(await said(list, filter, second)).toContain('"proposedBy":null')
    expect(await said(list, filter, second)).not.toContain('the-author')
    expect(await said('audit_list', { limit: '1' }, second)).toContain('"actor":null')
    await said(reject, { id, note }, second)
    expect(await said(list, filter, second)).toContain('the-author')
    expect(await said('audit_list', { limit: '2' }, second)).toContain('the-author')
  })

  test('on lifting a halt', async () => {
    const halt = { symbol: 'ETHUSDT', reason: 'other', note }
    const { id } = z.parse(withId, (await call('operator/market_halt', halt, second)).data)
    expect(await said('market_lift_request', { id, note }, author)).toContain('the-author')
    expect(await said('markets', {}, second)).toContain('"requestedBy":null')
    expect(await said('markets', {}, second)).not.toContain('the-author')
    expect(await said('audit_list', { limit: '1' }, second)).not.toContain('the-author')
  })

  test('on a merchant', async () => {
    const merchant = { name: 'Two Rivers', kind: 'merchant', account: '10000001' }
    expect(await said('desk_add', merchant, author)).toContain('the-author')
    expect(await said('desks', {}, second)).not.toContain('the-author')
    expect(await said('audit_list', { limit: '1' }, second)).not.toContain('the-author')
    expect(await said('audit_of', { subject: 'desk:2' }, second)).not.toContain('the-author')
  })

  test('and finds no open proposal by filtering the audit by its author', async () => {
    const { rows } = await world.owner.query<{ id: string }>(
      `select operator_id::text as id from operator.account where name = 'the-author'`,
    )
    const filter = { action: 'house-setting.proposed', operatorId: rows[0]?.id ?? '' }
    const before = await said('audit_list', filter, second)
    await said('setting_propose', { name: 'bank-cards', value: '3', note }, author)
    expect(await said('audit_list', filter, second)).toBe(before)
    expect(await said('audit_list', filter, author)).not.toBe(before)
  })
})
