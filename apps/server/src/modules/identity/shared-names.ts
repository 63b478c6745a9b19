import { refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Contact } from './identity.ts'

/** What a new customer has and nobody else in any cell. */
export interface CustomerNames {
  readonly customerId: bigint
  readonly publicId: string
  readonly inviteCode: string
}

/** One e-mail or one mobile number. */
export interface ContactName {
  readonly kind: 'email' | 'mobile'
  readonly name: string
}

/** The names that all cells of a platform share. A start that is the only cell has none of this. */
export interface SharedNames {
  /**
   * Reserves the contact of a new customer, who gets a number. Where an earlier registration with it in this cell was
   * not stored, it goes on with that number.
   */
  reserve(contact: Contact): Promise<Result<CustomerNames, 'already-registered'>>
  /** Claims a further contact. False where another customer has it. */
  claim(customerId: bigint, contact: ContactName): Promise<boolean>
  /**
   * Claims a deposit address of the customer, so that a transfer to it finds the cell. While the directory is away it
   * stays unclaimed. Throws where another customer has it.
   */
  claimAddress(customerId: bigint, address: string): Promise<void>
  /** Gives up a contact that the customer does not have in this cell. It stays claimed where that fails. */
  release(customerId: bigint, contact: ContactName): Promise<void>
  /**
   * Whether another customer is verified with the document of this number's hash. `unknown` while the directory, or the
   * cell of that customer, is away.
   */
  isDocumentTaken(customerId: bigint, numberHash: Uint8Array): Promise<boolean | 'unknown'>
  /**
   * Claims the document of a customer who is verified with it by a transaction that holds the customer's row, before it
   * commits. `taken` where another customer has claimed it: `isDocumentTaken` finds out whether that one is verified.
   */
  claimDocument(customerId: bigint, numberHash: Uint8Array): Promise<'claimed' | 'taken' | 'unknown'>
  /** Claims and gives up what a change that is stored already has replaced, such as one that operators decided. */
  follow(customerId: bigint, replaced: ContactReplacement): Promise<void>
}

/** A contact that takes the place of another one, or of none (null). */
export interface ContactReplacement {
  readonly kind: ContactName['kind']
  readonly from: string | null
  readonly to: string
}

/**
 * Changes a contact: claims the new one in all cells before, gives up the former after. A refused change gives up the
 * new one. After an error the new one stays claimed by the customer, because the outcome is unknown.
 */
export async function withSharedName<T, Refusal extends string>(
  names: SharedNames | null,
  customerId: bigint,
  { kind, from, to }: ContactReplacement,
  change: () => Promise<Result<T, Refusal>>,
): Promise<Result<T, Refusal | 'already-registered'>> {
  if (names === null || from === to) return change()
  if (!(await names.claim(customerId, { kind, name: to }))) return refuse('already-registered')
  const changed = await change()
  const former = changed.ok ? from : to
  if (former !== null) await names.release(customerId, { kind, name: former })
  return changed
}
