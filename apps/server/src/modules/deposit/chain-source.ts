import type { Chain } from './deposit.ts'
import type { OpenTransfer, ScannedBlock, SeenTransfer, Watch } from './transfer-store.ts'

/** The result of one poll of a chain. */
export interface Look {
  readonly seen: readonly SeenTransfer[]
  /** Stored transfers that are in the chain no more. */
  readonly missing: readonly OpenTransfer[]
  /** How far everything final has been read once the above is stored. */
  readonly scanned: ScannedBlock | null
}

/** A chain that can be polled. Reports what it sees and decides nothing. */
export interface ChainSource {
  readonly chain: Chain
  /** Throws when the chain is unreachable; nothing is lost, because the next poll starts where the last one ended. */
  look(watch: Watch): Promise<Look>
}

/** The identity of a receipt's entry. */
export function keyOf({ txid, logIndex }: Pick<OpenTransfer, 'txid' | 'logIndex'>): string {
  return `${txid}:${logIndex}`
}
