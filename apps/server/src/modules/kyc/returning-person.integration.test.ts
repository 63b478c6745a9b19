import type { InputOf, kycSubmit } from '@candor/api'
import { latestBirthDate } from '@candor/api'
import { dayMs } from '@candor/formulas'
import { describe, expect, it } from 'vitest'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'
import { formOf, openKycWorld } from './testing/kyc-world.ts'

const world = closeAfterTests(await openKycWorld())
const anna = await world.newOperator('kyc')
const bela = await world.newOperator('kyc')

type Person = Pick<InputOf<typeof kycSubmit>, 'name' | 'birthDate'>

/** A new customer whose submission is waiting, with a document of its own. */
async function underReview(person: Person) {
  const customerId = await world.newCustomer()
  const sent = await world.service.submit(customerId, await formOf(person))
  if (!sent.ok) throw new Error(sent.error)
  return { customerId, id: sent.value.id }
}

async function verified(person: Person) {
  const waiting = await underReview(person)
  await approve(waiting.id)
  return waiting
}

async function approve(id: string) {
  for (const secret of [anna, bela])
    await world.review.decide(secret, { id, verdict: 'approved', reasons: [], note: '' })
}

async function seenBy(secret: string, { id }: { readonly id: string }) {
  const detail = await world.review.detail(secret, BigInt(id))
  if (!detail.ok) throw new Error(detail.error)
  return detail.value
}

const exclude = (customerId: bigint, untilMs: number) =>
  world.owner.query(
    "insert into security.exclusion (customer_id, kind, since_ms, until_ms) values ($1, 'self-exclusion', 0, $2)",
    [customerId, untilMs],
  )

describe('an excluded person who comes back', () => {
  it('with another document is shown to both reviewers, who may approve all the same', async () => {
    const first = await verified({ name: 'José Núñez', birthDate: '1985-05-05' })
    const untilMs = Date.now() + 180 * dayMs
    await exclude(first.customerId, untilMs)
    const { account } = await seenBy(anna, first)
    const again = await underReview({ name: 'NUNEZ, Jose', birthDate: '1985-05-05' })
    const warnings = [{ account, isDisabled: false, excludedUntilMs: untilMs }]
    expect(await seenBy(anna, again)).toMatchObject({
      birthDate: '1985-05-05',
      samePersonAccounts: warnings,
      sameNumberAccounts: [],
    })
    expect((await seenBy(bela, again)).samePersonAccounts).toEqual(warnings)
    await approve(again.id)
    expect(await world.kycStateOf(again.customerId)).toBe('verified')
  })

  it('is not recognised by the name or the birth date alone', async () => {
    const first = await verified({ name: 'Clara Einzig', birthDate: '1985-05-06' })
    await exclude(first.customerId, Date.now() + dayMs)
    const sameName = await underReview({ name: 'Clara Einzig', birthDate: '1985-06-05' })
    const sameDate = await underReview({ name: 'Clara Zweifach', birthDate: '1985-05-06' })
    expect((await seenBy(anna, sameName)).samePersonAccounts).toEqual([])
    expect((await seenBy(anna, sameDate)).samePersonAccounts).toEqual([])
  })

  it('is no longer shown once the exclusion has ended, and never without one', async () => {
    const person = { name: 'Dora Frei', birthDate: '1985-05-07' }
    const first = await verified(person)
    const again = await underReview(person)
    expect((await seenBy(anna, again)).samePersonAccounts).toEqual([])
    await exclude(first.customerId, Date.now() - 1_000)
    expect((await seenBy(anna, again)).samePersonAccounts).toEqual([])
    // Never about the own account.
    expect((await seenBy(anna, first)).samePersonAccounts).toEqual([])
  })

  it('is shown when the other account is disabled', async () => {
    const person = { name: 'Emil Gesperrt', birthDate: '1985-05-08' }
    const first = await verified(person)
    await world.owner.query('update identity.customer set state = 0 where customer_id = $1', [first.customerId])
    const again = await underReview(person)
    const { account } = await seenBy(anna, first)
    expect((await seenBy(anna, again)).samePersonAccounts).toEqual([
      { account, isDisabled: true, excludedUntilMs: null },
    ])
  })

  it('is not compared with submissions from before birth dates were asked for', async () => {
    const person = { name: 'Frieda Früher', birthDate: '1985-05-09' }
    const first = await verified(person)
    await exclude(first.customerId, Date.now() + dayMs)
    const again = await underReview(person)
    expect((await seenBy(anna, again)).samePersonAccounts).toHaveLength(1)
    await world.owner.query('update kyc.submission set person_hash = null')
    expect((await seenBy(anna, again)).samePersonAccounts).toEqual([])
  })
})

describe('a customer below 18', () => {
  const submit = async (customerId: bigint, birthDate: string) =>
    world.service.submit(customerId, await formOf({ birthDate }))

  it('is refused, and nothing of the submission is kept', async () => {
    const customerId = await world.newCustomer()
    const before = await world.vaultFiles()
    expect(await submit(customerId, latestBirthDate(Date.now() + 2 * dayMs))).toEqual({
      ok: false,
      error: 'under-age',
    })
    expect(await world.vaultFiles()).toBe(before)
    expect(await world.service.state(customerId)).toMatchObject({ state: 'none', submission: null })
  })

  it('is accepted on the 18th birthday', async () => {
    const customerId = await world.newCustomer()
    expect(await submit(customerId, latestBirthDate(Date.now()))).toMatchObject({ ok: true })
  })
})
