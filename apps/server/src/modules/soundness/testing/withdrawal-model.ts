import type { Asset } from '@candor/money'
import type { Money } from './model-money.ts'

const minimum = 10_000_000n
const dailyLimit = 10_000_000_000n
const threshold = 300_000_000n
const cent = 10_000n

/** The operators of a history: where two approve, the third one completes. */
export const withdrawalOperators = [0, 1, 2] as const
type Operator = (typeof withdrawalOperators)[number]

/** An act on a withdrawal. */
export type WithdrawalAct =
  | { readonly kind: 'cancel' }
  | { readonly kind: 'approve' | 'reject' | 'send' | 'complete' | 'fail'; readonly operator: Operator }

interface ModelWithdrawal {
  readonly customerId: bigint
  readonly asset: Asset
  readonly units: bigint
  readonly requestId: string
  readonly quoteId: string
  readonly id: bigint
  state: string
  approvalsNeeded: number
  approvers: number[]
  failers: number[]
}

/**
 * A second implementation of the withdrawal rules, in plain integers. A history is shorter than a day: everything
 * counts towards the daily limit, and towards the threshold of two approvals.
 */
export class WithdrawalModel {
  readonly all: ModelWithdrawal[] = []
  /** Customers with frozen withdrawals, by the transfer that its chain reversed. */
  readonly freezes: Map<number, bigint>
  readonly #customers: ReadonlyMap<string, Money>

  constructor(customers: ReadonlyMap<string, Money>, freezes = new Map<number, bigint>()) {
    this.#customers = customers
    this.freezes = freezes
  }

  /** Why a quote is refused, or null. */
  judge(customerId: bigint, asset: Asset, units: bigint): string | null {
    const money = this.#customers.get(`${customerId}:${asset}`)
    if (money === undefined || this.#isFrozen(customerId)) return 'withdrawal-failed'
    if (asset === 'USD' && units % cent !== 0n) return 'wrong-amount'
    const withdrawn = this.all
      .filter(
        (one) =>
          one.customerId === customerId &&
          one.asset === asset &&
          !['rejected', 'cancelled', 'failed'].includes(one.state),
      )
      .reduce((sum, one) => sum + one.units, 0n)
    if (units < minimum || units > dailyLimit - withdrawn) return 'wrong-amount'
    return units > money.posted - money.held ? 'insufficient-account-balance' : null
  }

  /** The result of a repeated request. */
  repeat(requestId: string, quoteId: string): string {
    const past = this.all.find((one) => one.requestId === requestId)
    return past?.quoteId === quoteId ? 'repeated' : 'conflict'
  }

  open(asked: Omit<ModelWithdrawal, 'state' | 'approvalsNeeded' | 'approvers' | 'failers'>): void {
    const withdrawal = { ...asked, state: 'under-review', approvalsNeeded: 1, approvers: [], failers: [] }
    withdrawal.approvalsNeeded = this.#needed(withdrawal, null)
    this.all.push(withdrawal)
    this.#moneyOf(withdrawal).held += withdrawal.units
  }

  /** The result of an act: the state after it, or the error. */
  act(withdrawal: ModelWithdrawal, act: WithdrawalAct): string {
    switch (act.kind) {
      case 'cancel':
        if (withdrawal.state === 'under-review' && withdrawal.approvers.length === 0)
          this.#release(withdrawal, 'cancelled')
        return withdrawal.state
      case 'approve':
        return this.#approve(withdrawal, act.operator)
      case 'reject':
        if (withdrawal.state !== 'under-review') return 'CO004'
        return this.#release(withdrawal, 'rejected')
      case 'send':
        return this.#send(withdrawal)
      case 'complete':
        return this.#complete(withdrawal, act.operator)
      case 'fail':
        return this.#fail(withdrawal, act.operator)
    }
  }

  #moneyOf({ customerId, asset }: Pick<ModelWithdrawal, 'customerId' | 'asset'>): Money {
    const money = this.#customers.get(`${customerId}:${asset}`)
    if (money === undefined) throw new Error(`customer ${customerId} has no ${asset}`)
    return money
  }

  #approve(withdrawal: ModelWithdrawal, operator: number): string {
    if (withdrawal.state !== 'under-review') return 'CO004'
    if (withdrawal.approvers.includes(operator)) return 'CO003'
    if (this.#isFrozen(withdrawal.customerId)) return 'frozen'
    withdrawal.approvalsNeeded = this.#needed(withdrawal, operator)
    withdrawal.approvers.push(operator)
    if (withdrawal.approvers.length === withdrawal.approvalsNeeded) withdrawal.state = 'approved'
    return withdrawal.state
  }

  /** The approvals that a withdrawal needs, when this operator gives the next one. Both assets count alike. */
  #needed(withdrawal: ModelWithdrawal, operator: number | null): number {
    const others = this.all.filter(({ id }) => id !== withdrawal.id)
    const ofCustomer = others.filter(
      ({ customerId, state }) =>
        customerId === withdrawal.customerId && !['rejected', 'cancelled', 'failed'].includes(state),
    )
    const ofOperator = others.filter(
      ({ approvers, state }) =>
        approvers.length === 1 && approvers[0] === operator && ['approved', 'sent', 'completed'].includes(state),
    )
    const reaches = (counted: readonly ModelWithdrawal[]) =>
      counted.reduce((sum, { units }) => sum + units, withdrawal.units) >= threshold
    return withdrawal.approvalsNeeded === 2 || reaches(ofCustomer) || reaches(ofOperator) ? 2 : 1
  }

  /** Always under the same reference of this withdrawal: a repeat changes nothing. */
  #send(withdrawal: ModelWithdrawal): string {
    if (withdrawal.state === 'sent') return 'sent'
    if (withdrawal.state !== 'approved') return 'CO004'
    if (this.#isFrozen(withdrawal.customerId)) return 'frozen'
    withdrawal.state = 'sent'
    return 'sent'
  }

  #isFrozen(customerId: bigint): boolean {
    return [...this.freezes.values()].includes(customerId)
  }

  #complete(withdrawal: ModelWithdrawal, operator: number): string {
    if (withdrawal.state === 'completed') return 'completed'
    if (withdrawal.state !== 'sent') return 'CO004'
    if (withdrawal.approvers.includes(operator)) return 'CO003'
    const money = this.#moneyOf(withdrawal)
    money.held -= withdrawal.units
    money.posted -= withdrawal.units
    withdrawal.state = 'completed'
    return 'completed'
  }

  #fail(withdrawal: ModelWithdrawal, operator: number): string {
    if (withdrawal.state !== 'sent') return 'CO004'
    if (withdrawal.failers.includes(operator)) return 'CO003'
    withdrawal.failers.push(operator)
    return withdrawal.failers.length === 2 ? this.#release(withdrawal, 'failed') : 'sent'
  }

  #release(withdrawal: ModelWithdrawal, state: string): string {
    this.#moneyOf(withdrawal).held -= withdrawal.units
    withdrawal.state = state
    return state
  }
}
