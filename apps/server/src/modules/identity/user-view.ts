import type { UserView } from '@candor/contract'
import type { Customer } from './customer-store.ts'

/** A customer as the wire shows them to themselves. */
export function userViewOf(customer: Customer): UserView {
  const { publicId, mobile, email, inviteCode, kycState, isEnabled, createdMs } = customer
  return { id: publicId, mobile, email, inviteCode, kycState, isEnabled, createdMs }
}
