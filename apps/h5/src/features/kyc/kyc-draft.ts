import { holdDraft } from '../../shared/device/index.ts'
import type { IdentityDraft } from './kyc-form-model.ts'

/** The previous page's entries, for the page with the photos. */
export const kycDraft = holdDraft<IdentityDraft>()
