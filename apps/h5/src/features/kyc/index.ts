/** The identity check: what a customer types, photographs, waits for and is told. */
export { CertificationPage } from './certification-page.tsx'
export { DecisionDialogs } from './decision-dialogs.tsx'
export { KycPage } from './kyc-page.tsx'
