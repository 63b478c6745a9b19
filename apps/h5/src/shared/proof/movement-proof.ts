import type { OutputOf, receiptOf } from '@candor/api'
import type { ContractProof, Signers } from './contract-proof.ts'
import { lateAfterMs } from './proof-state.ts'
import type { UnverifiedReason } from './proof-state.ts'

/** A ledger entry of a record, with its receipt as the server has it. */
export type Movement = OutputOf<typeof receiptOf>['receipts'][number]

/** What this device found of the receipt of a ledger entry. */
export interface MovementProof {
  readonly outcome: ContractProof['outcome']
  /** The change of the account, a decimal text; 0 for a hold, which moves no money. */
  readonly change: string | null
  readonly signers: Signers
  readonly reason: string | null
}

/** The state of all ledger entries of a record together. Only `verified` closes the ring. */
export type MovementsState =
  | { readonly state: 'checking' | 'waiting' | 'mismatch' }
  | { readonly state: 'verified'; readonly signers: Signers }
  | { readonly state: 'unverified'; readonly reason: UnverifiedReason; readonly signers: Signers | null }

/** What this device found of the entries of a record that have receipts, in their order. */
export interface FoundMovements {
  readonly proofs: readonly MovementProof[]
  /** Whether a receipt is signed by keys that this device has not met before; by them it lacks witnesses at most. */
  readonly areKeysOther: boolean
}

export interface MovementParts {
  readonly movements: readonly Movement[]
  /** Null while the receipts are judged. */
  readonly found: FoundMovements | null
  readonly nowMs: number
}

/** Decides the state of the panel from the entries that have receipts: those from before the log never have any. */
export function movementsStateOf({ movements, found, nowMs }: MovementParts): MovementsState {
  const proofs = found?.proofs ?? null
  const absent = movements.find(({ receipt }) => receipt.state === 'absent')?.receipt
  const waiting = movements.filter(({ receipt }) => receipt.state === 'pending')
  const isReady = movements.some(({ receipt }) => receipt.state === 'ready')
  if (proofs?.some(({ outcome }) => outcome === 'failed' || outcome === 'unknown-keys') === true)
    return { state: 'mismatch' }
  if (waiting.some(({ atMs }) => nowMs - atMs > lateAfterMs))
    return { state: 'unverified', reason: 'log-late', signers: null }
  if (waiting.length > 0) return { state: 'waiting' }
  if (!isReady && absent?.state === 'absent') return { state: 'unverified', reason: absent.reason, signers: null }
  if (proofs === null) return { state: 'checking' }
  const short = proofs.find(({ outcome }) => outcome === 'short-of-witnesses')
  const areKeysOther = found?.areKeysOther === true
  const missing = areKeysOther ? 'witnesses-and-keys' : 'witnesses-missing'
  if (short !== undefined) return { state: 'unverified', reason: missing, signers: short.signers }
  if (areKeysOther) return { state: 'unverified', reason: 'other-keys', signers: null }
  const [first] = proofs.map(({ signers }) => signers).toSorted((one, other) => one.cosigned - other.cosigned)
  return first === undefined ? { state: 'checking' } : { state: 'verified', signers: first }
}
