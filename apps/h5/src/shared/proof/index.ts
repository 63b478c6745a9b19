/**
 * Receipts, verified on this device: the proof panel, and the acceptances that come with purchases. Its texts are the
 * folder `proof`. What verifies loads with the first receipt.
 */
export { AcceptanceNotice } from './acceptance-notice.tsx'
export { checkAddress } from './check-address.ts'
export { useContractProof } from './contract-proof-query.ts'
export { MovementProofs } from './movement-proofs.tsx'
export { ProofPanel } from './proof-panel.tsx'
export { saveEvidence } from './save-evidence.ts'
export { saveText } from './save-file.ts'
export { Seal } from './seal.tsx'
