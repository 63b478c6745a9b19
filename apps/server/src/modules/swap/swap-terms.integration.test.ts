import { amount } from '@candor/money'
import { describe, expect, test } from 'vitest'
import { operatorRefusal } from '../../platform/operator-refusal.ts'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { logInOperator } from '../operator/testing/operators.ts'
import { proposalDecider } from '../verifier/testing/decide-proposals.ts'
import { listSwapTerms, proposeSwapTerms, swapProposals } from './swap-terms-store.ts'
import type { SwapTermsValues } from './swap-terms-store.ts'
import { openSwapWorld } from './testing/swap-world.ts'

const coin = 1_000_000n

const world = closeAfterTests(await openSwapWorld(await testDatabase()))
const alone = await logInOperator(world.ledger, { name: 'alone', roles: ['risk', 'lead'] })
const second = await logInOperator(world.ledger, { name: 'second', roles: ['lead'] })
const helper = await logInOperator(world.ledger, { name: 'helper', roles: ['support', 'payments', 'auditor'] })

const propose = (change: Partial<SwapTermsValues> = {}, secret = alone.secret) =>
  proposeSwapTerms(world.ledger.app, secret, {
    minimum: amount('USDT', 2n * coin),
    isWholeNumber: false,
    spreadBps: 20,
    quoteMs: 8_000,
    note: 'of a test',
    ...change,
  })
const { decideUnsigned, decide, confirmAtOnce } = proposalDecider(world.ledger, swapProposals, 'swap-terms.confirm')
const offered = async () => (await listSwapTerms(world.ledger.app)).find(({ minimum }) => minimum.asset === 'USDT')

describe('terms of swaps', () => {
  test('serve later quotes once a second operator confirms them; an open quote is done as it was given', async () => {
    const customerId = await world.addCustomer()
    const before = await offered()
    const given = await world.form(customerId, 'USDT', '1')
    const id = await propose()
    expect(await decide(alone.secret, id)).toBe('same-operator')
    expect(await decideUnsigned(second.secret, id)).toBe('confirmation-required')
    expect(await offered()).toEqual(before)
    expect(await decide(second.secret, id)).toBe('decided')
    expect(await offered()).toMatchObject({ spreadBps: 20, minimum: amount('USDT', 2n * coin), quoteMs: 8_000 })
    // Of one USDT at 0.99 USD: 5 basis points less, as quoted.
    expect(await world.service.execute(customerId, given)).toMatchObject({
      ok: true,
      value: { spreadBps: 5, receives: '0.989505' },
    })
    expect(await world.service.quote(customerId, { from: 'USDT', amount: '1' })).toMatchObject({
      error: 'wrong-amount',
      data: { minimum: '2' },
    })
    expect(await world.swap(customerId, 'USDT', '2')).toMatchObject({ spreadBps: 20, receives: '1.97604' })
    await world.requireSoundBooks()
  })

  test('come once however often they are confirmed at once, and never where others overtook them', async () => {
    const [first, overtaken, other] = [
      await propose({ spreadBps: 21 }),
      await propose({ spreadBps: 22 }),
      await propose({ minimum: amount('USD', 2n * coin) }),
    ]
    const once = [...Array.from({ length: 11 }, () => 'already-decided'), 'decided']
    expect(await confirmAtOnce(second.secret, first, 12)).toEqual(once)
    expect(await decide(second.secret, overtaken)).toBe('terms-changed')
    expect(await offered()).toMatchObject({ spreadBps: 21 })
    expect(await decide(alone.secret, overtaken, 'rejected')).toBe('decided')
    // The other direction has its own versions.
    expect(await decide(second.secret, other)).toBe('decided')
  })

  test('are for the risk desk to propose and for it and leads to decide', async () => {
    const refusalOf = (secret: string) => propose({}, secret).catch((fault: unknown) => operatorRefusal(fault))
    expect(await refusalOf(helper.secret)).toBe('not-allowed')
    expect(await refusalOf(second.secret)).toBe('not-allowed')
    expect(await refusalOf('x'.repeat(43))).toBe('not-logged-in')
    const id = await propose()
    expect(await decide(helper.secret, id)).toBe('not-allowed')
    expect(await decide('x'.repeat(43), id)).toBe('not-logged-in')
    expect(await decide(second.secret, 999n)).toBe('not-found')
  })

  test('need two people by a constraint, and stay what they were, also for the owner', async () => {
    const id = await propose({ spreadBps: 0 })
    const attacks = [
      `update swap.swap_proposal set state = 'confirmed', decided_by = proposed_by, decided_ms = 1, version = 1
        where proposal_id = ${id}`,
      `update swap.swap_proposal set state = 'confirmed', decided_ms = 1, version = 1 where proposal_id = ${id}`,
      `update swap.swap_proposal set spread_bps = 1 where state = 'confirmed'`,
      'delete from swap.swap_proposal',
      'truncate swap.swap_proposal',
    ]
    for (const attack of attacks)
      await expect(world.ledger.owner.query(attack)).rejects.toMatchObject({ code: expect.stringMatching(/^23/) })
  })
})
