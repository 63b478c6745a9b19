import { deepEqual, equal } from 'node:assert/strict'
import { amount } from '@candor/money'
import type { Asset } from '@candor/money'
import fc from 'fast-check'
import type { Pool } from 'pg'
import { operatorRefusal } from '../../../platform/operator-refusal.ts'
import { corrections, proposeCorrection } from '../../correction/correction-store.ts'
import { decideProposal } from '../../operator/index.ts'
import { openLastingSession } from './lasting-session.ts'
import { command, compare } from './ledger-comparison.ts'
import type { LedgerCommand } from './ledger-comparison.ts'
import { confirmAct } from '../../verifier/testing/confirm.ts'

/** Sessions of two operators, from `setUpCorrections` on. */
export const secrets = { risk: 'c'.repeat(43), lead: 'd'.repeat(43) } as const

/** Opens the sessions of two operators that last through any history. */
export async function setUpCorrections(owner: Pool): Promise<void> {
  for (const role of ['risk', 'lead'] as const)
    await openLastingSession(owner, { name: `corrects-${role}`, role, secret: secrets[role] })
}

interface Wanted {
  readonly customer: number
  readonly asset: Asset
  readonly amountUnits: bigint
}

/** Proposes a correction and confirms it several times at once: it is booked once, or refused each time. */
const correctTimes = (wanted: Wanted, times: number): LedgerCommand =>
  command(`correct ${fc.stringify(wanted)} ${times} times`, async (model, real) => {
    const { owner, app } = real.world
    const { customer, asset, amountUnits } = wanted
    const customerId = BigInt(customer)
    const form = { customerId, amount: amount(asset, amountUnits), reason: 'other', note: 'of a history' } as const
    const id = await proposeCorrection(app, secrets.risk, form)
    const expected = model.correct({ customerId, asset, amountUnits })
    equal(id === null, expected === 'not-found')
    if (id !== null) {
      const confirm = async () => {
        await confirmAct({ owner, app }, secrets.lead, { act: 'correction.confirm', id })
        return decideProposal(app, corrections, { secret: secrets.lead, id, verdict: 'approved', note: '' }).catch(
          (fault: unknown) => operatorRefusal(fault) ?? String(fault),
        )
      }
      const outcomes = await Promise.all(Array.from({ length: times }, confirm))
      const others = expected === 'decided' ? 'already-decided' : expected
      deepEqual(outcomes.toSorted(), [expected, ...Array.from({ length: times - 1 }, () => others)].toSorted())
    }
    await compare(model, real)
  })

/** Corrections of customers 1 to `customers`, and of an unknown one; some exceed the balance. */
export function correctionCommands(customers: number): fc.Arbitrary<LedgerCommand>[] {
  const amountUnits = fc.oneof(
    { weight: 6, arbitrary: fc.bigInt(-200_000_000n, 200_000_000n) },
    { weight: 1, arbitrary: fc.bigInt(-90_000_000_000n, 9_000_000_000n) },
  )
  const wanted = fc.record<Wanted>({
    customer: fc.integer({ min: 1, max: customers + 1 }),
    asset: fc.constantFrom('USD', 'USDT'),
    amountUnits: amountUnits.filter((units) => units !== 0n),
  })
  return [fc.tuple(wanted, fc.constantFrom(1, 1, 2, 3)).map((args) => correctTimes(...args))]
}
