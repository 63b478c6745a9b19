import { beforeEach, describe, expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { decideProposal } from '../operator/index.ts'
import { confirmAct } from '../verifier/testing/confirm.ts'
import { createAdvertProposalService } from './advert-proposal-service.ts'
import { advertTermsProposals, proposeAdvertTerms } from './advert-terms-store.ts'
import type { Dealer } from './merchant-service.ts'
import { openFloorWorld } from './testing/floor-world.ts'

const coin = 1_000_000n
const opening = 10_000n * coin

/** May propose and decide, so that only the rule of two people stops it. */
let dealer: Dealer
let other: Dealer

const world = closeAfterTests(await openFloorWorld(await testDatabase()))
const proposals = createAdvertProposalService(world.ledger.app)
const desk = await world.desk('Kestrel OTC')
beforeEach(async () => {
  await world.endSales()
  dealer = await world.dealer(['desk', 'lead'])
  other = await world.dealer(['desk', 'lead'])
})

const formOf = (unitPrice: string, changes: object = {}) => ({
  requestId: crypto.randomUUID(),
  deskId: desk,
  unitPrice,
  isAuto: false,
  total: '100',
  minimum: '10',
  maximum: '100',
  ...changes,
})
const publish = (unitPrice: string) => world.desks.publish(dealer.secret, formOf(unitPrice))
async function published(unitPrice: string): Promise<string> {
  const advert = await publish(unitPrice)
  if (!advert.ok) throw new Error(advert.error)
  return advert.value.id
}
async function proposed(unitPrice: string, changes: object = {}): Promise<string> {
  const proposal = await proposals.propose(dealer.secret, {
    ...formOf(unitPrice, changes),
    note: 'a large seller waits',
  })
  if (!proposal.ok) throw new Error(proposal.error)
  return proposal.value.id
}
const sign = (secret: string, id: string) => confirmAct(world.ledger, secret, { act: 'advert.publish', id: BigInt(id) })
/** Confirms with a passkey, then publishes. */
const confirm = (secret: string, id: string) => sign(secret, id).then(() => proposals.confirm(secret, id))
/** Publishes an advert by two operators. */
async function publishedByTwo(unitPrice: string): Promise<string> {
  const confirmed = await confirm(other.secret, await proposed(unitPrice))
  if (!confirmed.ok || confirmed.value.advertId === null) throw new Error('the advert was not published')
  return confirmed.value.advertId
}
const advertCount = async () =>
  (await world.ledger.owner.query<{ count: number }>('select count(*)::integer as count from floor.advert')).rows[0]
    ?.count
const usdOf = async (customerId: bigint) => (await world.money(customerId)).USD

describe('one advert for 9,000 USD a piece', () => {
  test('is neither published nor confirmed by one dealer', async () => {
    const before = await advertCount()
    expect(await publish('9000')).toEqual({ ok: false, error: 'price-outside-band' })
    const id = await proposed('9000')
    await expect(confirm(dealer.secret, id)).rejects.toMatchObject({ code: 'CO003' })
    await expect(proposals.confirm(other.secret, id)).rejects.toMatchObject({ code: 'CO005' })
    expect(await advertCount()).toBe(before)

    const customerId = await world.addCustomer()
    const confirmed = await confirm(other.secret, id)
    expect(confirmed).toMatchObject({
      value: { state: 'published', officialPrice: '1', decidedBy: { name: other.name } },
    })
    const advertId = confirmed.ok ? (confirmed.value.advertId ?? '') : ''
    const sale = await world.sell(customerId, advertId, '10')
    expect(await world.desks.sale(dealer, BigInt(sale.id))).toMatchObject({
      value: { mayConfirm: false, isOwnAdvert: true },
    })
    await expect(world.desks.confirm(dealer.secret, BigInt(sale.id))).rejects.toMatchObject({ code: 'CO003' })
    expect(await usdOf(customerId)).toBe(opening)
    expect(await world.desks.confirm(other.secret, BigInt(sale.id))).toMatchObject({ value: { state: 'completed' } })
    expect(await usdOf(customerId)).toBe(opening + 90_000n * coin)
    await world.requireSoundBooks()
  })

  test('is not published on one name even with the rights of the owner', async () => {
    const id = await published('1.01')
    const copy = (changes: string) =>
      world.ledger.owner.query(
        `insert into floor.advert (merchant_id, merchant_kind, unit_price, total, minimum, maximum, is_auto,
           published_ms, published_by, account_id, stripe, remaining, reserved, official_price, band_bps, approved_by)
         select merchant_id, merchant_kind, 9000000000, total, minimum, maximum, is_auto, published_ms, published_by,
           account_id, stripe, remaining, 900000000000, ${changes} from floor.advert where advert_id = $1`,
        [id],
      )
    await expect(copy('official_price, band_bps, null')).rejects.toMatchObject({
      constraint: 'outside_the_band_needs_two',
    })
    await expect(copy('official_price, band_bps, published_by')).rejects.toMatchObject({
      constraint: 'advert_approvers_differ',
    })
    await expect(copy('null, null, null')).rejects.toMatchObject({ code: '23000' })
    await expect(
      world.ledger.owner.query('update floor.advert set approved_by = $2 where advert_id = $1', [id, other.operatorId]),
    ).rejects.toMatchObject({ code: '23000' })
    for (const attack of [
      'update floor.advert_terms set band_bps = 1000',
      'insert into floor.advert_terms (band_bps, created_ms) values (1000, 1)',
      `update floor.advert_proposal set decided_by = ${other.operatorId}`,
    ])
      await expect(world.ledger.app.query(attack)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('the band', () => {
  test.each([
    ['0.99', true],
    ['1.01', true],
    ['0.9899', false],
    ['1.0101', false],
  ])('of one percent around the official price: %s', async (unitPrice, isInside) => {
    expect(await publish(unitPrice)).toMatchObject(isInside ? { ok: true } : { error: 'price-outside-band' })
    expect(await proposals.band()).toEqual({ officialPrice: '1.0000', bandBps: 100 })
  })

  test('has no meaning without a current price: nothing is published, proposed, sold', async () => {
    const id = await published('1')
    const proposal = await proposed('1.1')
    await world.price(10_000n, 2)
    expect(await publish('1')).toEqual({ ok: false, error: 'market-stale' })
    const wanted = { ...formOf('1.1'), note: 'without a price' }
    expect(await proposals.propose(dealer.secret, wanted)).toEqual({ ok: false, error: 'market-stale' })
    expect(await proposals.confirm(other.secret, proposal)).toEqual({ ok: false, error: 'market-stale' })
    const customerId = await world.addCustomer()
    expect(await world.service.sell(customerId, await world.form(id, '10'))).toMatchObject({ error: 'market-stale' })
  })

  test('is judged again at each sale: an advert waits while the official price is away from it', async () => {
    const id = await published('1')
    const customerId = await world.addCustomer()
    for (const away of [9_800n, 10_200n]) {
      await world.price(away)
      expect(await world.service.sell(customerId, await world.form(id, '10'))).toMatchObject({
        error: 'price-outside-band',
      })
    }
    await world.price(10_050n)
    await world.sell(customerId, id, '10')
    await world.requireSoundBooks()
  })

  test('follows the official price that two operators saw, where they published outside of it', async () => {
    const id = await publishedByTwo('1.5')
    const customerId = await world.addCustomer()
    await world.price(10_090n)
    await world.sell(customerId, id, '10')
    // The advert is nearer to the official price now, and nobody has judged it at this one.
    await world.price(10_200n)
    expect(await world.service.sell(customerId, await world.form(id, '10'))).toMatchObject({
      error: 'price-outside-band',
    })
  })

  test('keeps its dealer from confirming a sale whose price has left it, and no other dealer', async () => {
    const id = await published('1')
    const customerId = await world.addCustomer()
    const [first, second] = [await world.sell(customerId, id, '10'), await world.sell(customerId, id, '10')]
    expect(await world.desks.confirm(dealer.secret, BigInt(first.id))).toMatchObject({ value: { state: 'completed' } })
    await world.price(9_000n)
    await expect(world.desks.confirm(dealer.secret, BigInt(second.id))).rejects.toMatchObject({ code: 'CO003' })
    expect(await world.desks.confirm(other.secret, BigInt(second.id))).toMatchObject({ value: { state: 'completed' } })
    await world.requireSoundBooks()
  })
})

describe('another band', () => {
  const decideUnsigned = (secret: string, id: bigint) =>
    decideProposal(world.ledger.app, advertTermsProposals, { secret, id, verdict: 'approved', note: '' })
  const decide = (secret: string, id: bigint) =>
    confirmAct(world.ledger, secret, { act: 'advert-terms.confirm', id }).then(() => decideUnsigned(secret, id))

  test('takes two operators, and holds for what is published and sold from then on', async () => {
    const risk = await world.dealer(['risk'])
    const wide = await published('1.01')
    const note = 'a calm market'
    const [id, overtaken] = [
      await proposeAdvertTerms(world.ledger.app, risk.secret, { bandBps: 50, note }),
      await proposeAdvertTerms(world.ledger.app, risk.secret, { bandBps: 1_000, note }),
    ]
    await expect(proposeAdvertTerms(world.ledger.app, dealer.secret, { bandBps: 50, note })).rejects.toMatchObject({
      code: 'CO002',
    })
    await expect(decide(risk.secret, id)).rejects.toMatchObject({ code: 'CO003' })
    await expect(decideUnsigned(other.secret, id)).rejects.toMatchObject({ code: 'CO005' })
    expect(await proposals.band()).toMatchObject({ bandBps: 100 })
    expect(await decide(other.secret, id)).toBe('decided')
    expect(await decide(other.secret, overtaken)).toBe('terms-changed')
    expect(await proposals.band()).toMatchObject({ bandBps: 50 })
    expect(await publish('1.0051')).toMatchObject({ error: 'price-outside-band' })
    const customerId = await world.addCustomer()
    expect(await world.service.sell(customerId, await world.form(wide, '10'))).toMatchObject({
      error: 'price-outside-band',
    })
    const back = await proposeAdvertTerms(world.ledger.app, risk.secret, { bandBps: 100, note })
    expect(await decide(other.secret, back)).toBe('decided')
    await world.sell(customerId, wide, '10')
  })
})

describe('a proposed advert', () => {
  test('is published once, as it was proposed, and listed', async () => {
    const form = { ...formOf('1.2'), note: 'a large seller waits' }
    const [one, again] = [await proposals.propose(dealer.secret, form), await proposals.propose(dealer.secret, form)]
    expect(again).toEqual(one)
    expect(await proposals.propose(dealer.secret, { ...form, unitPrice: '1.3' })).toEqual({
      ok: false,
      error: 'conflict',
    })
    const id = one.ok ? one.value.id : ''
    await sign(other.secret, id)
    const racing = await Promise.allSettled(Array.from({ length: 4 }, () => proposals.confirm(other.secret, id)))
    expect(racing.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const { reason } of racing.filter((one) => one.status === 'rejected'))
      expect(reason).toMatchObject({ code: 'CO004' })
    const { items } = await proposals
      .page({ ownerId: desk, limit: 1, cursor: undefined, readerId: 0n })
      .then((page) => (page.ok ? page.value : { items: [] }))
    expect(items).toMatchObject([{ id, unitPrice: '1.2', state: 'published', note: 'a large seller waits' }])
    await world.requireSoundBooks()
  })

  test('is not published once the official price has moved on, or without the money for it', async () => {
    const moved = await proposed('1.5')
    for (const dear of [await proposed('999999'), await proposed('999999', { total: '9'.repeat(12) })])
      expect(await confirm(other.secret, dear)).toEqual({ ok: false, error: 'insufficient-balance' })
    await world.price(10_200n)
    expect(await proposals.confirm(other.secret, moved)).toEqual({ ok: false, error: 'price-outside-band' })
  })

  test('is taken back by its dealer, and decided by nobody without the role', async () => {
    const id = await proposed('1.5')
    const [support, deskOnly] = [await world.dealer(['support']), await world.dealer(['desk'])]
    await expect(proposals.confirm(deskOnly.secret, id)).rejects.toMatchObject({ code: 'CO002' })
    const note = 'not needed any more'
    await expect(proposals.reject(support.secret, { id, note })).rejects.toMatchObject({ code: 'CO002' })
    expect(await proposals.reject(dealer.secret, { id, note })).toMatchObject({ value: { state: 'rejected' } })
    await expect(proposals.confirm(other.secret, id)).rejects.toMatchObject({ code: 'CO004' })
    expect(await proposals.confirm(other.secret, '999999')).toEqual({ ok: false, error: 'not-found' })
  })
})
