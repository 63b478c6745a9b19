import { session } from '../../shared/session/index.ts'
import type { KycDraft } from './kyc-form-model.ts'

let draft: KycDraft | null = null
session.subscribeToken(() => {
  // Nothing of one customer may be seen by the next.
  draft = null
})

/** What was typed on the page before, for the page with the photos. It lives as long as the app is open, and nowhere else. */
export const kycDraft = {
  get: (): KycDraft | null => draft,
  set: (next: KycDraft | null): void => {
    draft = next
  },
}
