import type { ChainSource } from './chain-source.ts'
import type { Chain } from './deposit.ts'
import { openEvmRpc } from './evm-rpc.ts'
import { createEvmSource } from './evm-source.ts'
import { openTronApi } from './tron-api.ts'
import { createTronSource } from './tron-source.ts'
import type { DepositChain } from './transfer-store.ts'

/** The server's chain settings. A chain without an address is not watched. */
export interface ChainSettings {
  readonly ethRpcUrl: string
  readonly ethToken: string
  readonly ethXpub: string
  readonly ethConfirmations: number
  readonly tronUrl: string
  readonly tronKey: string
  readonly tronToken: string
  readonly tronXpub: string
}

/** Blocks until TRON calls one solid, as 19 of its 27 witnesses have built on it. */
const tronConfirmations = 20

/** The chains that are watched, for the ledger. */
export function watchedChains(settings: ChainSettings): DepositChain[] {
  return [
    ...(settings.ethRpcUrl === ''
      ? []
      : [{ chain: 'ERC20' as const, token: settings.ethToken, confirmations: settings.ethConfirmations }]),
    ...(settings.tronUrl === ''
      ? []
      : [{ chain: 'TRC20' as const, token: settings.tronToken, confirmations: tronConfirmations }]),
  ]
}

/** The extended public keys of the chains that are watched. */
export function watchedKeys(settings: ChainSettings): Map<Chain, string> {
  const keys: Readonly<Record<Chain, string>> = { ERC20: settings.ethXpub, TRC20: settings.tronXpub }
  return new Map(watchedChains(settings).map(({ chain }) => [chain, keys[chain]]))
}

/** The sources of the watched chains. */
export function chainSources(settings: ChainSettings): ChainSource[] {
  const { ethRpcUrl, tronUrl: url, tronKey: key } = settings
  return [
    ...(ethRpcUrl === '' ? [] : [createEvmSource(openEvmRpc(ethRpcUrl))]),
    ...(url === '' ? [] : [createTronSource(openTronApi({ url, key }))]),
  ]
}
