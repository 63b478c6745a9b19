/** The identity check: entries, photos, waiting, and the decision. */
export { CertificationPage } from './certification-page.tsx'
export { DecisionDialog } from './decision-dialog.tsx'
export { KycPage } from './kyc-page.tsx'
export { RecoverPage } from './recover-page.tsx'
