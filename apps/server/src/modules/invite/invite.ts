import { assets, parseUnits } from '@candor/money'
import type { Asset } from '@candor/money'

/** An amount of one asset, in units. */
export interface RewardAmount {
  readonly asset: Asset
  readonly units: bigint
}

/** Parses a configured reward: "5 USDT". Null when it is unset or zero. Throws for other texts. */
export function rewardOf(text: string): RewardAmount | null {
  if (text === '') return null
  const [amount = '', name] = text.split(' ')
  const units = parseUnits(amount)
  const asset = assets.find((known) => known === name)
  if (units === null || asset === undefined) throw new Error(`not a reward: ${text}`)
  return units === 0n ? null : { asset, units }
}
