import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { createApplicationService } from './application-service.ts'
import { createOwnDeskService } from './own-desk-service.ts'
import { openFloorWorld } from './testing/floor-world.ts'

const wish = { name: 'North Desk', about: 'We buy USDT from neighbours.' }
const terms = { unitPrice: '0.9990', total: '1000', minimum: '10', maximum: '500' }

const world = closeAfterTests(await openFloorWorld(await testDatabase()))
const own = createOwnDeskService(world.deps)
const applications = createApplicationService(world.deps.pool)

const apply = (customerId: bigint, requestId: string = randomUUID()) => own.apply(customerId, { ...wish, requestId })
const publish = (customerId: bigint, change: Partial<typeof terms> = {}, requestId: string = randomUUID()) =>
  own.publish(customerId, { ...terms, ...change, requestId })

/** A customer who has applied, and the number of the application. */
async function applicant() {
  const customerId = await world.addCustomer()
  expect(await apply(customerId)).toMatchObject({ ok: true })
  const [newest] = (await applications.page(await world.dealer(), { limit: 1 })).items
  return { customerId, applicationId: BigInt(newest?.id ?? 0) }
}

/** A customer with an approved desk and some USD. */
async function merchant(usd = 2_000_000_000n) {
  const { customerId, applicationId } = await applicant()
  await applications.approve(await world.dealer(['desk']), applicationId)
  await applications.approve(await world.dealer(['lead']), applicationId)
  const { rows } = await world.ledger.owner.query<{ merchant_id: bigint }>(
    'select merchant_id from floor.merchant where customer_id = $1',
    [customerId],
  )
  await world.fund(String(rows[0]?.merchant_id), usd)
  return customerId
}

describe('an application', () => {
  test('is under review until two operators have approved it, and then makes a desk', async () => {
    const { customerId, applicationId } = await applicant()
    expect(await own.desk(customerId)).toMatchObject({
      application: { ...wish, state: 'under-review', decidedMs: null },
      desk: null,
    })
    const [dealer, lead] = [await world.dealer(['desk', 'lead']), await world.dealer(['lead'])]
    expect(await applications.approve(dealer, applicationId)).toMatchObject({
      value: { state: 'endorsed', endorsedBy: { name: dealer.name }, mayApprove: false },
    })
    const seen = (await applications.page(lead, { limit: 50 })).items.find(({ id }) => id === String(applicationId))
    expect(seen).toMatchObject({ state: 'endorsed', endorsedBy: null, mayApprove: true })
    expect(await own.desk(customerId)).toMatchObject({ application: { state: 'under-review' }, desk: null })
    await expect(applications.approve(dealer, applicationId)).rejects.toMatchObject({ code: 'CO003' })
    const other = await world.dealer(['desk'])
    await expect(applications.approve(other, applicationId)).rejects.toMatchObject({ code: 'CO002' })
    expect(await applications.approve(lead, applicationId)).toMatchObject({
      value: { state: 'approved', decidedBy: { name: lead.name } },
    })
    expect(await own.desk(customerId)).toMatchObject({
      application: { state: 'approved' },
      desk: { name: wish.name, isApproved: true, freeUsd: '0', keptUsd: '0', usdt: '0', adverts: [] },
    })
    await expect(applications.approve(lead, applicationId)).rejects.toMatchObject({ code: 'CO004' })
    expect(await apply(customerId)).toMatchObject({ error: 'already-approved' })
    await world.requireSoundBooks()
  })

  test('that one operator refuses is over, and may be followed by another one', async () => {
    const { customerId, applicationId } = await applicant()
    const dealer = await world.dealer()
    const refusal = { applicationId, note: 'unknown to us' }
    expect(await applications.refuse(dealer, refusal)).toMatchObject({ value: { state: 'refused' } })
    await expect(applications.refuse(dealer, refusal)).rejects.toMatchObject({ code: 'CO004' })
    expect(await own.desk(customerId)).toMatchObject({ application: { state: 'refused' }, desk: null })
    expect(await apply(customerId)).toMatchObject({ value: { state: 'under-review' } })
    const open = await applications.page(dealer, { isOpen: 'true', limit: 50 })
    expect(open.items.every(({ state }) => state === 'waiting' || state === 'endorsed')).toBe(true)
  })

  test('is one at a time, once for a request, and of a verified customer', async () => {
    const customerId = await world.addCustomer()
    const requestId = randomUUID()
    const first = await apply(customerId, requestId)
    expect(first).toMatchObject({ ok: true })
    expect(await apply(customerId, requestId)).toEqual(first)
    expect(await own.apply(customerId, { ...wish, name: 'South Desk', requestId })).toMatchObject({ error: 'conflict' })
    expect(await apply(customerId)).toMatchObject({ error: 'under-review' })
    const unverified = await world.addCustomer()
    const set = (change: string) =>
      world.ledger.owner.query(`update identity.customer set ${change} where customer_id = $1`, [unverified])
    await set(`kyc_state = 'none'`)
    expect(await apply(unverified)).toMatchObject({ error: 'kyc-not-passed' })
    await set(`kyc_state = 'verified', state = 0`)
    expect(await apply(unverified)).toMatchObject({ error: 'account-disabled' })
  })

  test('sent fifty times at once is stored once', async () => {
    const customerId = await world.addCustomer()
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => apply(customerId)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('is not approved by one operator under any statement of the server', async () => {
    const { applicationId } = await applicant()
    const lead = await world.dealer(['lead'])
    await applications.approve(lead, applicationId)
    await expect(
      world.ledger.app.query(
        `update floor.merchant_application set state = 'approved', decided_by = endorsed_by where application_id = $1`,
        [applicationId],
      ),
    ).rejects.toThrow('permission denied')
    await expect(
      world.ledger.owner.query(
        `update floor.merchant_application set state = 'approved', decided_by = endorsed_by, decided_ms = 1,
           merchant_id = (select min(merchant_id) from floor.merchant)
         where application_id = $1`,
        [applicationId],
      ),
    ).rejects.toThrow('application_needs_two_operators')
  })
})

describe('an advert of a customer', () => {
  test('gets the sentence of the specification until the desk is approved', async () => {
    const stranger = await world.addCustomer()
    expect(await own.publishing(stranger)).toMatchObject({ error: 'unknown-advert' })
    expect(await publish(stranger)).toMatchObject({ error: 'unknown-advert' })
    const { customerId, applicationId } = await applicant()
    expect(await own.publishing(customerId)).toMatchObject({ error: 'application-not-approved' })
    expect(await publish(customerId)).toMatchObject({ error: 'application-not-approved' })
    await applications.refuse(await world.dealer(), { applicationId, note: 'unknown to us' })
    expect(await publish(customerId)).toMatchObject({ error: 'application-not-approved' })
  })

  test('stands within the band and is covered by the money of the desk, once for a request', async () => {
    const customerId = await merchant()
    expect(await own.publishing(customerId)).toMatchObject({
      value: { officialPrice: '1.0000', bandBps: 100, freeUsd: '2000' },
    })
    expect(await publish(customerId, { unitPrice: '1.02' })).toMatchObject({ error: 'price-outside-band' })
    expect(await publish(customerId, { total: '3000' })).toMatchObject({ error: 'insufficient-balance' })
    expect(await publish(customerId, { minimum: '600' })).toMatchObject({ error: 'wrong-amount' })
    const requestId = randomUUID()
    const published = await publish(customerId, {}, requestId)
    expect(published).toMatchObject({ value: { desk: { kind: 'merchant' }, isAuto: false, isOpen: true } })
    expect(await publish(customerId, {}, requestId)).toEqual(published)
    expect(await publish(customerId, { total: '900' }, requestId)).toMatchObject({ error: 'conflict' })
    expect((await own.desk(customerId)).desk).toMatchObject({ freeUsd: '1001', keptUsd: '999' })
    expect((await world.service.adverts()).items.map(({ desk }) => desk.name)).toContain(wish.name)
    await world.requireSoundBooks()
  })

  test('is sold into as any other, and closed by its own merchant only', async () => {
    const customerId = await merchant()
    const published = await publish(customerId)
    const id = published.ok ? published.value.id : ''
    const seller = await world.addCustomer()
    const sale = await world.sell(seller, id, '100')
    expect(await world.desks.confirm((await world.dealer()).secret, BigInt(sale.id))).toMatchObject({
      value: { state: 'completed' },
    })
    expect(await own.close(seller, id)).toMatchObject({ error: 'not-found' })
    for (const _ of ['once', 'and again'])
      expect(await own.close(customerId, id)).toMatchObject({ value: { isOpen: false } })
    expect((await own.desk(customerId)).desk).toMatchObject({ freeUsd: '1900.1', keptUsd: '0', usdt: '100' })
    await world.requireSoundBooks()
  })
})
