import { deepEqual, equal } from 'node:assert/strict'
import fc from 'fast-check'
import { secrets } from './correction-commands.ts'
import { readDeskAccounts } from '../../ledger/testing/desks.ts'
import { command, compare } from './ledger-comparison.ts'
import type { LedgerCommand } from './ledger-comparison.ts'
import { confirmAct } from '../../verifier/testing/confirm.ts'

const deskId = '1'

/**
 * Proposes a payment for the history's merchant and confirms it several times at once: it is booked once, and affects
 * no one else.
 */
const fundDesk = (requestId: string, units: bigint, times: number): LedgerCommand =>
  command(`fund the desk with ${units} ${times} times`, async (model, real) => {
    const { owner, app } = real.world
    const before = await readDeskAccounts(app, deskId)
    const propose = async () => {
      const { rows } = await app.query<{ outcome: string; funding_id: bigint | null }>(
        'select outcome, funding_id from floor.propose_merchant_funding($1, $2, $3, $4, $5, $6)',
        [secrets.lead, requestId, deskId, units, `payment ${requestId}`, 'of a history'],
      )
      return rows[0]
    }
    const proposed = await Promise.all([propose(), propose()])
    const isFitting = units > 0n
    deepEqual(
      proposed.map((answer) => String(answer?.outcome)).toSorted(),
      isFitting ? ['proposed', 'repeated'] : ['wrong-amount', 'wrong-amount'],
    )
    const id = proposed[0]?.funding_id ?? null
    if (id !== null) {
      const confirm = async () => {
        await confirmAct({ owner, app }, secrets.risk, { act: 'desk-funding.confirm', id })
        return app
          .query<{ outcome: string }>("select floor.decide_merchant_funding($1, $2, true, '') as outcome", [
            secrets.risk,
            id,
          ])
          .then(
            ({ rows }) => String(rows[0]?.outcome),
            (error: { code?: string }) => String(error.code),
          )
      }
      const outcomes = await Promise.all(Array.from({ length: times }, confirm))
      deepEqual(outcomes.toSorted(), [...Array.from({ length: times - 1 }, () => 'CO004'), 'decided'])
    }
    const after = await readDeskAccounts(app, deskId)
    equal(after.USD.posted - before.USD.posted, isFitting ? units : 0n)
    equal(after.USD.held, before.USD.held)
    await compare(model, real)
  })

/** Merchant funding in a history. */
export function fundingCommands(): fc.Arbitrary<LedgerCommand>[] {
  return [
    fc
      .tuple(fc.uuid({ version: 4 }), fc.bigInt(-1n, 5_000_000_000n), fc.constantFrom(1, 1, 2, 3))
      .map((args) => fundDesk(...args)),
  ]
}
