import type { Asset } from '@candor/money'
import type { Money } from './model-money.ts'

interface ModelReward {
  readonly inviterId: bigint
  readonly asset: Asset
  readonly units: bigint
  isPaid: boolean
}

/** As the ledger is set in a history: few and scarce, so that both run out. */
export const rewardSetting = { mostPerInviter: 12, fundsUnits: 30_000_000n } as const

/** The rules of rewards for invitations a second time, in plain integers. */
export class RewardModel {
  /** The reward promised by the next verification of an invitee. */
  next: { asset: Asset; units: bigint } = { asset: 'USDT', units: 0n }
  /** The reward money, by stripe. */
  readonly funds = new Map<number, bigint>()
  readonly #rewards: ModelReward[] = []
  readonly #customers: ReadonlyMap<string, Money>

  constructor(customers: ReadonlyMap<string, Money>) {
    this.#customers = customers
    for (let stripe = 1; stripe <= 8; stripe += 1) this.funds.set(stripe, rewardSetting.fundsUnits)
  }

  /** Whether a customer can be paid at all. */
  isOpen(customerId: bigint): boolean {
    return this.#customers.has(`${customerId}:USD`)
  }

  /** An invited customer becomes verified. */
  verify(inviterId: bigint): void {
    const { asset, units } = this.next
    const stripe = stripeOf(inviterId, asset)
    const unpaid = this.#unpaidOn(stripe).reduce((sum, reward) => sum + reward.units, 0n)
    const isCovered = (this.funds.get(stripe) ?? 0n) - unpaid >= units
    const had = this.#rewards.filter((reward) => reward.inviterId === inviterId).length
    if (units > 0n && isCovered && had < rewardSetting.mostPerInviter)
      this.#rewards.push({ inviterId, asset, units, isPaid: false })
  }

  /** Everything that is promised on a stripe is paid. */
  pay(stripe: number): void {
    for (const reward of this.#unpaidOn(stripe)) {
      const money = this.#customers.get(`${reward.inviterId}:${reward.asset}`)
      if (money === undefined) throw new Error('a reward for somebody without accounts')
      reward.isPaid = true
      money.posted += reward.units
      this.funds.set(stripe, (this.funds.get(stripe) ?? 0n) - reward.units)
    }
  }

  /** Promised and paid rewards as text, to compare with the ledger. */
  summary(): string {
    const told = this.#rewards.map(({ inviterId, asset, units, isPaid }) => `${inviterId} ${asset} ${units} ${isPaid}`)
    return told.toSorted().join('; ')
  }

  #unpaidOn(stripe: number): ModelReward[] {
    return this.#rewards.filter((reward) => !reward.isPaid && stripeOf(reward.inviterId, reward.asset) === stripe)
  }
}

function stripeOf(customerId: bigint, asset: Asset): number {
  return (asset === 'USD' ? 1 : 5) + Number(customerId % 4n)
}
