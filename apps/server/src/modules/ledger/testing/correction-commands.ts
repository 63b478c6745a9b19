import { deepEqual, equal } from 'node:assert/strict'
import { amount } from '@candor/money'
import type { Asset } from '@candor/money'
import fc from 'fast-check'
import type { Pool } from 'pg'
import { operatorRefusal } from '../../../platform/operator-refusal.ts'
import { corrections, proposeCorrection } from '../../correction/correction-store.ts'
import { decideProposal } from '../../operator/index.ts'
import { compare } from './ledger-comparison.ts'
import type { LedgerCommand, Real } from './ledger-comparison.ts'
import type { LedgerModel } from './ledger-model.ts'

/** Sessions of two operators, from `setUpCorrections` on. */
export const secrets = { risk: 'c'.repeat(43), lead: 'd'.repeat(43) } as const

/** Opens the sessions of two operators that last through any history. */
export async function setUpCorrections(owner: Pool): Promise<void> {
  for (const [role, secret] of Object.entries(secrets))
    await owner.query(
      `with added as (
         select operator.add_account('corrects-' || $1, array[$1]::operator.role[], decode(repeat('00', 16), 'hex'),
           decode(repeat('00', 32), 'hex'), decode(repeat('00', 20), 'hex'), false, false) as id
       ) insert into operator.session (operator_id, secret_hash, device, network, created_ms, last_used_ms)
         select id, sha256(convert_to($2, 'UTF8')), '', '', 9000000000000, 9000000000000 from added`,
      [role, secret],
    )
}

interface Wanted {
  readonly customer: number
  readonly asset: Asset
  readonly amountUnits: bigint
}

/** Proposes a correction and confirms it several times at once: it is booked once, or refused each time. */
class Correct implements LedgerCommand {
  readonly wanted: Wanted
  readonly times: number
  constructor(wanted: Wanted, times: number) {
    this.wanted = wanted
    this.times = times
  }
  async run(model: LedgerModel, real: Real): Promise<void> {
    const { app } = real.world
    const { customer, asset, amountUnits } = this.wanted
    const customerId = BigInt(customer)
    const form = { customerId, amount: amount(asset, amountUnits), reason: 'other', note: 'of a history' } as const
    const id = await proposeCorrection(app, secrets.risk, form)
    const expected = model.correct({ customerId, asset, amountUnits })
    equal(id === null, expected === 'not-found')
    if (id !== null) {
      const confirm = () =>
        decideProposal(app, corrections, { secret: secrets.lead, id, verdict: 'approved', note: '' }).catch(
          (fault: unknown) => operatorRefusal(fault) ?? String(fault),
        )
      const outcomes = await Promise.all(Array.from({ length: this.times }, confirm))
      const others = expected === 'decided' ? 'already-decided' : expected
      deepEqual(outcomes.toSorted(), [expected, ...Array.from({ length: this.times - 1 }, () => others)].toSorted())
    }
    await compare(model, real)
  }
  toString = () => `correct ${fc.stringify(this.wanted)} ${this.times} times`
}

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
  return [fc.tuple(wanted, fc.constantFrom(1, 1, 2, 3)).map((args) => new Correct(...args))]
}
