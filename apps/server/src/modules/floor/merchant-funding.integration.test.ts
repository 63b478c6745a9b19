import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { operatorRefusal } from '../../platform/operator-refusal.ts'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { createMerchantFundingService } from './merchant-funding-service.ts'
import { openFloorWorld } from './testing/floor-world.ts'
import { confirmAct } from '../verifier/testing/confirm.ts'

const coin = 1_000_000n

const world = closeAfterTests(await openFloorWorld(await testDatabase()))
const fundings = createMerchantFundingService(world.ledger.app)
const both = await world.dealer(['desk', 'lead', 'risk'])
const lead = await world.dealer(['lead'])
const account = await world.accountOf(await world.addCustomer())
const added = await world.desks.add(both, { name: 'Harbour Coins', kind: 'merchant', account })
const deskId = added.ok ? added.value.id : ''

const form = (changes: object = {}) => ({
  requestId: randomUUID(),
  deskId,
  amount: '2500.5',
  reference: `SEPA ${randomUUID()}`,
  note: 'paid in',
  ...changes,
})
const propose = (changes: object = {}, { secret } = both) => fundings.propose(secret, form(changes))
const proposed = async (changes: object = {}) => {
  const answer = await propose(changes)
  if (!answer.ok) throw new Error(answer.error)
  return BigInt(answer.value.id)
}
const confirm = async (id: bigint, { secret } = lead): Promise<string> => {
  try {
    await confirmAct(world.ledger, secret, { act: 'desk-funding.confirm', id })
    const answer = await fundings.confirm(secret, String(id))
    return answer.ok ? answer.value.state : answer.error
  } catch (fault) {
    return operatorRefusal(fault) ?? String(fault)
  }
}

describe('what comes in for a desk', () => {
  test('waits until the desk is approved', async () => {
    expect(await propose()).toMatchObject({ error: 'not-found' })
    await world.desks.approve(lead, BigInt(deskId))
    expect(await propose({ amount: '1' })).toMatchObject({ ok: true })
  })

  test('is the desk’s once a second operator confirms it, however many do at once', async () => {
    const before = await world.deskMoney(deskId)
    const id = await proposed()
    expect(await confirm(id, both)).toBe('same-operator')
    expect(await world.deskMoney(deskId)).toEqual(before)
    const answers = await Promise.all(Array.from({ length: 12 }, () => confirm(id)))
    expect(answers.toSorted()).toEqual([...Array.from({ length: 11 }, () => 'already-decided'), 'booked'])
    const after = await world.deskMoney(deskId)
    expect(after.USD).toEqual({ posted: before.USD.posted + 2_500_500_000n, held: before.USD.held })
    expect(after.USDT).toEqual(before.USDT)
    // The money is usable at once: an advert holds it.
    const advert = await world.publish(both, { deskId, total: '2500', minimum: '10', maximum: '500' })
    expect((await world.deskMoney(deskId)).USD.held).toBeGreaterThan(2_000n * coin)
    expect(advert.isOpen).toBe(true)
    await world.requireSoundBooks()
  })

  test('is named once for a request and a payment', async () => {
    const wanted = form()
    const answers = await Promise.all(Array.from({ length: 12 }, () => fundings.propose(both.secret, wanted)))
    expect(new Set(answers.map((answer) => (answer.ok ? answer.value.id : answer.error))).size).toBe(1)
    expect(await fundings.propose(both.secret, { ...wanted, amount: '2500' })).toMatchObject({ error: 'conflict' })
    expect(await propose({ reference: wanted.reference })).toMatchObject({ error: 'reference-taken' })
    const [first] = answers
    const id = BigInt(first?.ok ? first.value.id : 0)
    expect(await fundings.reject(both.secret, { id: String(id), note: 'of another bank' })).toMatchObject({
      value: { state: 'rejected' },
    })
    expect(await confirm(id)).toBe('already-decided')
    // A rejected proposal does not block the payment from being proposed correctly.
    expect(await propose({ reference: wanted.reference })).toMatchObject({ ok: true })
  })

  test('is refused where it is nothing, too much, or for no desk', async () => {
    expect(await propose({ amount: '0' })).toMatchObject({ error: 'wrong-amount' })
    expect(await propose({ amount: '1000000000.000001' })).toMatchObject({ error: 'wrong-amount' })
    expect(await propose({ deskId: '999' })).toMatchObject({ error: 'not-found' })
    expect(await confirm(999n)).toBe('not-found')
    expect(await fundings.reject(lead.secret, { id: '999', note: 'a note' })).toMatchObject({ error: 'not-found' })
  })

  test('is for dealers and leads to name, for leads and risk to confirm, and listed newest first', async () => {
    const other = await world.dealer(['support', 'payments', 'auditor'])
    const dealer = await world.dealer(['desk'])
    const id = await proposed()
    await expect(propose({}, other)).rejects.toMatchObject({ code: 'CO002' })
    expect(await confirm(id, other)).toBe('not-allowed')
    expect(await confirm(id, dealer)).toBe('not-allowed')
    expect(await confirm(id, { ...dealer, secret: 'x'.repeat(43) })).toBe('not-logged-in')
    const first = await fundings.page({ ownerId: deskId, limit: 2, readerId: both.operatorId })
    const shown = first.ok ? first.value : { items: [], nextCursor: null }
    expect(shown.items[0]).toMatchObject({
      id: String(id),
      state: 'proposed',
      amount: '2500.5',
      proposedBy: { name: both.name },
    })
    const next = await fundings.page({
      ownerId: deskId,
      readerId: both.operatorId,
      limit: 2,
      cursor: shown.nextCursor ?? '',
    })
    expect(next.ok && Number(next.value.items[0]?.id)).toBeLessThan(Number(shown.items[1]?.id))
    await world.requireSoundBooks()
  })
})
