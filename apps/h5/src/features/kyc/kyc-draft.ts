import { session } from '../../shared/device/index.ts'
import type { IdentityDraft } from './kyc-form-model.ts'

let draft: IdentityDraft | null = null
session.subscribeToken(() => {
  // The next customer must not see the previous one's data.
  draft = null
})

/** The previous page's entries, for the page with the photos. Kept in memory only, while the app is open. */
export const kycDraft = {
  get: (): IdentityDraft | null => draft,
  set: (next: IdentityDraft | null): void => {
    draft = next
  },
}
