import { session } from '../../shared/device/index.ts'
import type { KycDraft } from './kyc-form-model.ts'

let draft: KycDraft | null = null
session.subscribeToken(() => {
  // The next customer must not see the previous one's data.
  draft = null
})

/** The previous page's entries, for the page with the photos. Kept in memory only, while the app is open. */
export const kycDraft = {
  get: (): KycDraft | null => draft,
  set: (next: KycDraft | null): void => {
    draft = next
  },
}
