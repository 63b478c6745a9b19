import type { Chain } from './deposit.ts'
import type { OpenTransfer, ScannedBlock, SeenTransfer, Watch } from './transfer-store.ts'

/** What one look at a chain found. */
export interface Look {
  readonly seen: readonly SeenTransfer[]
  /** Stored transfers that are in the chain no more. */
  readonly missing: readonly OpenTransfer[]
  /** How far everything final has been read once the above is stored. */
  readonly scanned: ScannedBlock | null
}

/** A chain that can be looked at. Says what it sees and decides nothing. */
export interface ChainSource {
  readonly chain: Chain
  /** Throws where the chain cannot be asked; nothing is lost then, the next look begins where the last one ended. */
  look(watch: Watch): Promise<Look>
}

/** What tells two entries of receipts apart. */
export function keyOf({ txid, logIndex }: Pick<OpenTransfer, 'txid' | 'logIndex'>): string {
  return `${txid}:${logIndex}`
}
