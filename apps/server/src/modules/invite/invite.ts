import { assets, parseAmount } from '@candor/money'
import type { Amount } from '@candor/money'

/** Parses a configured reward: "5 USDT". Null when it is unset or zero. Throws for other texts. */
export function rewardOf(text: string): Amount | null {
  if (text === '') return null
  const [decimal = '', name] = text.split(' ')
  const asset = assets.find((known) => known === name)
  const reward = asset === undefined ? null : parseAmount(asset, decimal)
  if (reward === null) throw new Error(`not a reward: ${text}`)
  return reward.units === 0n ? null : reward
}
