/** Receipts: everything that decided an order or a movement, in one text that is verified without a connection. */
export { acceptanceOrigin, formatAcceptance, parseAcceptance } from './acceptance.ts'
export type { Acceptance } from './acceptance.ts'
export { checkWithoutKeys } from './check-without-keys.ts'
export type { KeylessVerdict } from './check-without-keys.ts'
export { buildAcceptance, buildReceipt, maxReceiptBytes } from './build-receipt.ts'
export type { ContractParts, FramePart, LoggedPart, MovementParts, SealedPart } from './build-receipt.ts'
export { decidedPrices } from './decided-prices.ts'
export type { DecidedPrices } from './decided-prices.ts'
export { decidingSlots, provenSlots } from './deciding-slots.ts'
export type { DecidingSlots, FrameState } from './deciding-slots.ts'
export { findBatch } from './find-batch.ts'
export type { FoundBatch } from './find-batch.ts'
export { followAnnouncements, handoverPath, vkeyOfShard } from './follow-announcements.ts'
export type { KeyAnnouncement, ReadLog } from './follow-announcements.ts'
export { inclusionInLeafSet, planLeafSet, rootOfLeafSet } from './leaf-set.ts'
export type { LeafSet, ProvenLeaf } from './leaf-set.ts'
export { leafRanges } from './proven-leaves.ts'
export { receiptLogProofs } from './receipt-log-proofs.ts'
export type { ReceiptLogProof } from './receipt-log-proofs.ts'
export { acceptanceWriter, parseAcceptanceReceipt, parseReceipt } from './receipt-text.ts'
export type {
  AcceptanceReceipt,
  ContractReceipt,
  MovementReceipt,
  Receipt,
  ShardProof,
  TickShardProof,
} from './receipt.ts'
export { stepSentence } from './step-sentences.ts'
export type { Trusted } from './trust.ts'
export { parseTrustedFile } from './trusted-file.ts'
export type { Evidence, Step, StepState, Verdict } from './verdict.ts'
export { receiptVerifier, verifyAcceptance, verifyReceipt } from './verify-receipt.ts'
export type { ReceiptVerifier, StepName } from './verify-receipt.ts'
export { windowTotals } from './window-check.ts'
export { windowEvidence } from './window-evidence.ts'
export type { WindowSlot } from './window-evidence.ts'
export type { WindowRecords, WindowTotals } from './window-check.ts'
