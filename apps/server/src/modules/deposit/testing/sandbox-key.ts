import { randomBytes } from 'node:crypto'
import { HDKey } from '@scure/bip32'

/** The keys of a sandbox chain's addresses. The private one belongs to the chain's tools and never to a server. */
export interface SandboxKey {
  readonly privateKey: string
  readonly publicKey: string
}

/** Makes a key for the addresses of a sandbox chain: the account m/44'/60'/0' of a new seed. */
export function newSandboxKey(): SandboxKey {
  const account = HDKey.fromMasterSeed(randomBytes(32)).derive("m/44'/60'/0'")
  return { privateKey: account.privateExtendedKey, publicKey: account.publicExtendedKey }
}
