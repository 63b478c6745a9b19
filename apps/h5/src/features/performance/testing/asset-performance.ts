import type { AssetPerformance } from '@candor/api'
import { fixture } from '../../../shared/testing/fixture.ts'

/** Eighty-four contracts in USD that lost 243 with their fees; without markets and days. */
export const assetPerformance = fixture<AssetPerformance>({
  asset: 'USD',
  contracts: 84,
  won: 44,
  lost: 39,
  tie: 1,
  void: 0,
  fees: '83',
  net: '-243',
  breakEvenPpm: 545_946,
  breakEvenWins: 46,
  markets: [],
  days: [],
})
