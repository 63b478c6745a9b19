/** Single-key shortcuts of a screen, and how they are shown. */
export { KeyHint } from './key-hint.tsx'
export { recordKey, useRecordKey } from './use-record-key.ts'
export { useShortcuts } from './use-shortcuts.ts'
export type { Shortcuts } from './use-shortcuts.ts'
