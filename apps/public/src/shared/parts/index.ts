/**
 * What every public page is made of: `PageTitle`, `Columns` and `Stack` for its layout, `Card`, and for evidence
 * `Verdict`, `StepList`, `Recompute`, `Figure` and `TooFew`.
 */
export { Card } from './card.tsx'
export type { CardProps } from './card.tsx'
export { copyText } from './copy-text.ts'
export { FileDrop } from './file-drop.tsx'
export { ColumnTitles } from './column-titles.tsx'
export { Figure } from './figure.tsx'
export { Columns, Later, PageTitle, Stack, TextLink } from './layout.tsx'
export { Legend } from './legend.tsx'
export { Loaded } from './loaded.tsx'
export { Recompute } from './recompute.tsx'
export { Stale } from './stale.tsx'
export { StepList, StepRow } from './step-list.tsx'
export type { Step, StepState } from './step-list.tsx'
export { TooFew } from './too-few.tsx'
export { Verdict } from './verdict.tsx'
export type { VerdictState } from './verdict.tsx'
