/** The canonical bytes of what the logs contain: entries of ticks and events, records of frames, items of batches. */
export { dayFiguresEvent } from './day-figures.ts'
export type { DayCustomers, DayFiguresEvent, DayGroup, DayVoids } from './day-figures.ts'
export {
  auditHeadEvent,
  batchEvent,
  decodeEvent,
  haltEvent,
  keyEvent,
  ruleEvent,
  seedCommitmentEvent,
  seedRevealedEvent,
  shardEvent,
  termsEvent,
} from './event.ts'
export type {
  AuditHeadEvent,
  BatchEvent,
  CellPlace,
  HaltEvent,
  KeyEvent,
  LogEvent,
  RuleEvent,
  SeedCommitmentEvent,
  SeedRevealedEvent,
  ShardEvent,
  TermsEvent,
} from './event.ts'
export { itemLeafHash, itemSalt, itemsRootOf, movementItem, placedItem, pricesOfSettled, settledItem } from './item.ts'
export type { MovementItem, PlacedItem, SaltInput, SettledItem } from './item.ts'
export { decodeRawTicks, encodeRawTicks, noTicksDigest, ticksDigestOf } from './raw-ticks.ts'
export type { RawTick, RawTicks } from './raw-ticks.ts'
export { sourceNames, sourcesOf } from './source-names.ts'
export type { SourceName } from './source-names.ts'
export type { Structure } from './structure.ts'
export { parseRawTicksFile, parseRecordFile, serialiseRawTicksFile, serialiseRecordFile } from './tick-file.ts'
export { decodeTickEntry, frameEntry, frameRecord, missingEntry, recordBytes, recordsRootOf } from './tick.ts'
export type { FrameEntry, FrameRecord, MissingEntry, TickEntry } from './tick.ts'
