import type { ReceiptView } from '@candor/api'
import type { ContractProof } from './contract-proof.ts'

/** What a verification on this device has found. */
export interface Found {
  /** Null where the server's file of keys is none. */
  readonly proof: ContractProof | null
  /** Whether the receipt is signed by keys that this device has not met before; by them it lacks witnesses at most. */
  readonly areKeysOther: boolean
  /** Whether the witnesses or their quorum are not those that this device met first. */
  readonly hasOtherPolicy: boolean
  /** The server's time of the verification. */
  readonly atMs: number
}

/** Why nothing is verified, without a fault in the receipt. */
export type UnverifiedReason =
  | 'offline'
  | 'failed'
  | 'unsupported'
  | 'before-log'
  | 'not-signed'
  | 'not-witnessed'
  | 'log-late'
  | 'witnesses-missing'
  /** Signed by keys that this device has not met before, and by too few witnesses. */
  | 'witnesses-and-keys'
  | 'other-keys'

/** The state of the proof panel. Only `verified` closes the ring. */
export type ProofState =
  | { readonly state: 'checking' }
  | {
      readonly state: 'verified'
      readonly proof: ContractProof
      readonly atMs: number
      readonly hasOtherPolicy: boolean
    }
  | { readonly state: 'mismatch'; readonly proof: ContractProof }
  /** `signers` where only witnesses are missing. */
  | { readonly state: 'waiting'; readonly signers: ContractProof['signers'] | null }
  | { readonly state: 'unverified'; readonly reason: UnverifiedReason; readonly proof: ContractProof | null }

/** How long after the settlement the log and the witnesses may take before the panel says that they are late. */
export const lateAfterMs = 60_000

export interface ProofParts {
  /** The server's response; null while it loads. */
  readonly receipt: ReceiptView | null
  /** Whether the server publishes its keys; null while that is unknown. */
  readonly hasKeys: boolean | null
  readonly found: Found | null
  readonly failure: 'offline' | 'failed' | null
  readonly settledAtMs: number
  readonly nowMs: number
}

/** Decides the state of the panel. A verdict that exists outlives a connection that is lost later. */
export function proofStateOf({ receipt, hasKeys, found, failure, settledAtMs, nowMs }: ProofParts): ProofState {
  const unverified = (reason: UnverifiedReason, proof: ContractProof | null = null): ProofState => ({
    state: 'unverified',
    reason,
    proof,
  })
  const isLate = nowMs - settledAtMs > lateAfterMs
  if (receipt?.state === 'absent') return unverified(receipt.reason)
  if (found !== null && receipt?.state === 'ready') return verdictOf(found, isLate)
  if (failure !== null) return unverified(failure)
  if (hasKeys === false) return unverified('unsupported')
  if (receipt?.state === 'pending') return isLate ? unverified('log-late') : { state: 'waiting', signers: null }
  return { state: 'checking' }
}

function verdictOf({ proof, areKeysOther, hasOtherPolicy, atMs }: Found, isLate: boolean): ProofState {
  if (proof === null) return { state: 'unverified', reason: 'unsupported', proof: null }
  switch (proof.outcome) {
    case 'passed':
      return areKeysOther
        ? { state: 'unverified', reason: 'other-keys', proof }
        : { state: 'verified', proof, atMs, hasOtherPolicy }
    case 'short-of-witnesses':
      return isLate
        ? { state: 'unverified', reason: areKeysOther ? 'witnesses-and-keys' : 'witnesses-missing', proof }
        : { state: 'waiting', signers: proof.signers }
    case 'unknown-keys':
    case 'failed':
      return { state: 'mismatch', proof }
  }
}
