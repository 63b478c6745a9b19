/** The identity check: what a customer types, photographs, waits for and is told. */
export { CertificationPage } from './certification-page.tsx'
export { DecisionDialog } from './decision-dialog.tsx'
export { KycPage } from './kyc-page.tsx'
export { RecoverPage } from './recover-page.tsx'
