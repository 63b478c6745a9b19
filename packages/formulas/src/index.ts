/**
 * The rules that more than one side applies: slots, odds and outcome of a contract in pure integers, and how a photo is
 * judged.
 */
export { breakEven, chanceBandPpm, chanceSpread, coinFlipWins, sharePpm, sumOfGroups } from './chance.ts'
export type { ContractSums, DecidedSums } from './chance.ts'
export { feeOf, previewOdds, profitOf, settle, settleAmounts } from './contract.ts'
export type {
  ContractAmounts,
  ContractOdds,
  ContractResult,
  Direction,
  OddsPreview,
  Settlement,
  VoidReason,
} from './contract.ts'
export { dayMs } from './day.ts'
export { interestOf, yearlyPercent } from './interest.ts'
export { exitWaitSlots, maxSeenAgeSlots, slotAt, slotEndMs, slotMs, slotStartMs } from './slot.ts'
export { swapProceeds } from './swap.ts'
export type { SwapTerms } from './swap.ts'
export { judgedWidthPx, photoQuality, photoWarnings } from './photo-quality.ts'
export type { PhotoQuality, PhotoWarning } from './photo-quality.ts'
export { averagePrices, contractPrices, singlePrices, windowAverage } from './contract-prices.ts'
export { entryWindow, entryWindowEndMs, exitWindow, hasAverages, meanTenths, windowSpans } from './window.ts'
export type {
  ContractPrices,
  ContractTiming,
  ContractWindows,
  FramePoint,
  RunningSums,
  WindowSlots,
  WindowSums,
} from './window.ts'
