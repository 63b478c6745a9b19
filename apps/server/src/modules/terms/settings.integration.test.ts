import { describe, expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { logInOperator } from '../operator/testing/operators.ts'
import { proposalDecider } from '../verifier/testing/decide-proposals.ts'
import { openWithdrawalWorld } from '../withdrawal/testing/withdrawal-world.ts'
import { proposeSetting, readEffect, readSettings, settingProposals } from './settings-store.ts'

const coin = 1_000_000n

const world = closeAfterTests(await openWithdrawalWorld(await testDatabase()))
const { secret: alone } = await logInOperator(world.ledger, { name: 'alone', roles: ['risk', 'lead'] })
const { secret: second } = await logInOperator(world.ledger, { name: 'second', roles: ['lead'] })

const propose = (name: string, value: bigint, secret = alone) =>
  proposeSetting(world.ledger.app, secret, { name, value, note: 'of a test' })
const { decide, decideUnsigned } = proposalDecider(world.ledger, settingProposals, 'house-setting.confirm')
async function proposed(name: string, value: bigint): Promise<bigint> {
  const id = await propose(name, value)
  if (id === null) throw new Error(`${name} ${value} was refused`)
  return id
}
const valueOf = async (name: string) =>
  (await readSettings(world.ledger.app)).find((setting) => setting.name === name)?.value

/** Other values, within their bounds, that fit to each other. */
const others: Readonly<Record<string, bigint>> = {
  'withdrawal-fee-usd': 2n * coin,
  'withdrawal-fee-usdt': 3n * coin,
  'withdrawal-minimum-usd': 20n * coin,
  'withdrawal-minimum-usdt': 30n * coin,
  'recharge-minimum': 15n * coin,
  'withdrawal-day-usd': 9_000n * coin,
  'withdrawal-day-usdt': 8_000n * coin,
  'recharges-open': 7n,
  'bank-cards': 4n,
  'wallet-addresses': 2n,
  'withdrawal-two-people-usd': 250n * coin,
  'withdrawal-two-people-usdt': 200n * coin,
  'recharge-two-people': 350n * coin,
  'cool-down': 3_600_000n,
  'sale-time': 1_200_000n,
}

describe('a proposed setting', () => {
  const effect = async (name: string, value: bigint) => readEffect(world.ledger.app, await proposed(name, value))
  const counted = async (name: string, value: bigint) => {
    const found = await effect(name, value)
    return found === 'not-found' ? found : found.effect
  }

  test('says what it would have changed in the last 30 days, by the records of its own currency', async () => {
    const payee = await world.addPayee()
    const before = await counted('withdrawal-two-people-usd', 120n * coin)
    if (before === null || before === 'not-found') throw new Error('it has an effect')
    await world.withdraw(payee, 'USD', '110')
    await world.withdraw(payee, 'USD', '130')
    await world.withdraw(payee, 'USDT', '130')
    expect(await counted('withdrawal-two-people-usd', 120n * coin)).toEqual({
      measure: 'two-people',
      cases: before.cases + 2,
      former: before.former,
      wanted: String(Number(before.wanted) + 1),
    })
    const day = await counted('withdrawal-day-usd', 200n * coin)
    expect(day).toMatchObject({ measure: 'day', former: '0', wanted: expect.stringMatching(/^[1-9]/) })
    const minimum = await counted('withdrawal-minimum-usd', 115n * coin)
    expect(minimum).toMatchObject({ measure: 'refused', cases: before.cases + 2 })
  })

  test('says nothing where no record shows its effect, and forgets what is older', async () => {
    expect(await effect('bank-cards', 7n)).toEqual({ effect: null })
    expect(await readEffect(world.ledger.app, 99_999n)).toBe('not-found')
    expect(await counted('recharge-two-people', 410n * coin)).toMatchObject({ measure: 'two-people', cases: 0 })
    expect(await counted('sale-time', 600_000n)).toEqual({ measure: 'late', cases: 0, former: '0', wanted: '0' })
    expect(await counted('withdrawal-fee-usd', 4n * coin)).toMatchObject({ measure: 'fees', former: '0', wanted: '0' })
  })
})

describe('a setting', () => {
  test('changes once a second operator confirms it with a passkey, for later requests only', async () => {
    const payee = await world.addPayee()
    const asked = await world.withdraw(await world.addPayee(), 'USD', '60')
    const given = await world.form(payee, 'USD', '60')
    const id = await proposed('withdrawal-fee-usd', 3n * coin)
    expect(await decideUnsigned(alone, id)).toBe('same-operator')
    expect(await decideUnsigned(second, id)).toBe('confirmation-required')
    expect(await valueOf('withdrawal-fee-usd')).toBe('1')
    expect(await decide(second, id)).toBe('decided')
    expect(await readSettings(world.ledger.app)).toContainEqual(
      expect.objectContaining({ name: 'withdrawal-fee-usd', value: '3', sinceMs: expect.any(Number) }),
    )
    // What was asked for before keeps its fee; who has only a quote is shown the new one first.
    const { rows } = await world.ledger.app.query('select fee from withdrawal.withdrawal where withdrawal_id = $1', [
      asked,
    ])
    expect(rows).toEqual([{ fee: coin }])
    expect(await world.service.create(payee.customerId, given)).toMatchObject({ ok: false, error: 'quote-changed' })
    expect(await world.form(await world.addPayee(), 'USD', '60')).toMatchObject({ fee: '3' })
    expect(await decideUnsigned(second, id)).toBe('already-decided')
  })

  test.each(Object.entries(others))('%s is changed where it applies, and no other with it', async (name, value) => {
    const before = await readSettings(world.ledger.app)
    expect(await decide(second, await proposed(name, value))).toBe('decided')
    const after = await readSettings(world.ledger.app)
    const changed = after.filter((setting, index) => setting.value !== before[index]?.value)
    expect(changed.map((setting) => setting.name)).toEqual([name])
  })

  test('of every name is tried by the case before', async () => {
    const names = (await readSettings(world.ledger.app)).map(({ name }) => name)
    expect(names.toSorted()).toEqual(Object.keys(others).toSorted())
  })

  test.each([
    ['an unknown name', 'house-edge', 1n],
    ['a value below its bounds', 'bank-cards', 0n],
    ['a value above its bounds', 'withdrawal-two-people-usd', 10_000n * coin + 1n],
    ['the value in force', 'recharges-open', 7n],
    ['a fee of the whole minimum', 'withdrawal-fee-usd', 20n * coin],
    ['a minimum above the limit of a day', 'withdrawal-day-usdt', 29n * coin],
  ])('is not proposed with %s', async (_what, name, value) => {
    expect(await propose(name, value)).toBeNull()
  })

  test('is proposed by risk only', async () => {
    await expect(propose('bank-cards', 3n, second)).rejects.toMatchObject({ code: 'CO002' })
  })

  test('is not changed after another value came, or where it no longer fits to the others', async () => {
    const [first, overtaken, fee] = [
      await proposed('bank-cards', 6n),
      await proposed('bank-cards', 8n),
      await proposed('withdrawal-fee-usd', 15n * coin),
    ]
    expect(await decide(second, first)).toBe('decided')
    expect(await decide(second, overtaken)).toBe('terms-changed')
    expect(await decide(second, await proposed('withdrawal-minimum-usd', 12n * coin))).toBe('decided')
    expect(await decide(second, fee)).toBe('terms-changed')
    expect(await valueOf('bank-cards')).toBe('6')
  })

  test('keeps two people and its bounds also against the owner of the tables', async () => {
    const { owner } = world.ledger
    const id = await proposed('wallet-addresses', 5n)
    await expect(
      owner.query(
        "update setting.setting_proposal set state = 'confirmed', decided_by = proposed_by, decided_ms = 1 where proposal_id = $1",
        [id],
      ),
    ).rejects.toMatchObject({ constraint: 'setting_needs_two_operators' })
    await expect(
      owner.query('update setting.setting_proposal set wanted = 6 where proposal_id = $1', [id]),
    ).rejects.toThrow('a proposal is decided once')
  })
})
