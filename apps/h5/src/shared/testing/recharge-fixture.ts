import type { OutputOf, rechargeMethods } from '@candor/api'

const chain = {
  token: 'USDT',
  minimum: '10',
  confirmations: 20,
  confirmationMs: 60_000,
  isSandboxAddress: true,
} as const

/** Both chains of deposits, and whether deposits on each are seen without their announcement. */
export function rechargeChains(has: {
  readonly trc20Watcher: boolean
  readonly erc20Watcher: boolean
}): OutputOf<typeof rechargeMethods>['chains'] {
  return [
    { ...chain, chain: 'TRC20', hasWatcher: has.trc20Watcher },
    { ...chain, chain: 'ERC20', hasWatcher: has.erc20Watcher },
  ]
}
