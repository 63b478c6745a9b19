/**
 * The screens and how to move between them: `hrefOf('reviews', id)` for links, `goTo` in handlers, `usePlace()` inside.
 * The single-key shortcuts of a screen, and how they are shown.
 */
export { goTo, usePlace } from './navigation.ts'
export { hrefOf, screens } from './screens.ts'
export type { Place, Screen } from './screens.ts'
export { KeyHint } from './key-hint.tsx'
export { recordKey, useRecordKey } from './use-record-key.ts'
export { useShortcuts } from './use-shortcuts.ts'
export type { Shortcuts } from './use-shortcuts.ts'
