import type { OrderView } from '@candor/api'

/** What a contract's receipt is checked for, in the order in which the panel lists it. */
export const checkNames = ['order', 'entry', 'exit', 'rule', 'log'] as const
export type CheckName = (typeof checkNames)[number]

export interface Check {
  readonly name: CheckName
  readonly state: 'passed' | 'failed' | 'not-checked'
}

/** A figure of the screen that the receipt contradicts. */
export type DifferenceName =
  | 'id'
  | 'instrument'
  | 'direction'
  | 'stake'
  | 'fee'
  | 'profit'
  | 'slots'
  | 'accepted'
  | 'kept'
  | 'entry'
  | 'exit'
  | 'result'
  | 'net'

export interface Difference {
  readonly name: DifferenceName
  /** Decimal texts, or the value as the API has it; null where there is none. */
  readonly shown: string | null
  readonly proven: string | null
}

/** One price as the receipt proves it. */
export interface ProvenPrice {
  /** Null where there was none. */
  readonly price: string | null
  /** How many prices were averaged. */
  readonly count: number
}

/** What a receipt says, for the words of the panel. */
export interface ReceiptFacts {
  readonly acceptedMs: number
  /** Whether the acceptance that this device kept is the one of the receipt. */
  readonly isKept: boolean
  readonly entry: ProvenPrice
  readonly exit: ProvenPrice
}

/** Who has signed the checkpoints of a receipt. */
export interface Signers {
  /** Witnesses that cosigned every checkpoint. */
  readonly cosigned: number
  /** Witnesses that the policy knows. */
  readonly known: number
}

/**
 * What this device found:
 *
 * - `passed`: every check passed
 * - `failed`: a check failed
 * - `short-of-witnesses`: everything but the quorum of witnesses is in order
 * - `unknown-keys`: signed by keys that the device does not trust; nothing else is known then
 */
export interface ContractProof {
  readonly outcome: 'passed' | 'failed' | 'short-of-witnesses' | 'unknown-keys'
  readonly checks: readonly Check[]
  /** Whether the text is no receipt at all, or was damaged: then no check was made. */
  readonly isDamaged: boolean
  readonly differences: readonly Difference[]
  readonly facts: ReceiptFacts | null
  readonly signers: Signers
  /** What the verifier says of the failed step, in English, for the saved evidence. */
  readonly reason: string | null
}

/** The order as the screen shows it, with what the device has kept of it. */
export interface ShownContract {
  readonly order: OrderView
  /** The text of the acceptance that arrived with the purchase; null where this device has none. */
  readonly kept: string | null
}
