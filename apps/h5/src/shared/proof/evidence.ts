import type { OrderView } from '@candor/api'
import type { ContractProof } from './contract-proof.ts'

/** What a customer saves in a dispute: the order as the screen shows it, and everything that was signed for it. */
export interface Evidence {
  readonly order: OrderView
  /** The acceptance as it was kept, and when it arrived. */
  readonly acceptance: { readonly text: string; readonly receivedMs: number } | null
  /** The receipt as it came. */
  readonly receipt: string | null
  /** The server's file of keys as it came, and the one that this device knew before. */
  readonly keys: { readonly shown: string | null; readonly known: string | null }
  readonly findings: Pick<ContractProof, 'checks' | 'differences' | 'reason'> | { readonly reason: string | null }
}

/** The evidence as a file: JSON for people and programs. */
export function evidenceText(evidence: Evidence, savedMs: number): string {
  return `${JSON.stringify({ format: 'candor-evidence/1', savedMs, ...evidence }, null, 2)}\n`
}
