/** The rules that preview, settlement and verifier share: slots, odds and the outcome of a contract. Pure integers. */
export { feeUnits, previewOdds, profitUnits, settle } from './contract.ts'
export type { ContractOdds, ContractResult, Direction, FramePoint, OddsPreview, Settlement, VoidReason } from './contract.ts'
export { exitWindowSlots, maxSeenAgeSlots, slotAt, slotEndMs, slotMs, slotStartMs } from './slot.ts'
