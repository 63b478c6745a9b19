import type { UserView } from '@candor/api'
import { avatarPathOf } from './avatar.ts'
import type { Customer } from './customer-store.ts'

/** A customer as the wire shows them to themselves. */
export function userViewOf(customer: Customer): UserView {
  const { publicId, mobile, email, inviteCode, kycState, isEnabled, createdMs, passwordChangedMs, avatarHash } =
    customer
  const avatar = avatarHash === null ? null : avatarPathOf(avatarHash)
  return { id: publicId, mobile, email, inviteCode, kycState, isEnabled, createdMs, avatar, passwordChangedMs }
}
