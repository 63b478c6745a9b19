/**
 * The frame of every screen, its panels, figures, tables, and its inputs: smaller than a phone's. The states of
 * everything that is read: loading, failed, without a connection, without permission; and the empty
 * states, in a screen's own words.
 */
export { bindTo } from './bound-inputs.ts'
export type { Bind, BoundInput } from './bound-inputs.ts'
export { DataTable, TableFrame } from './data-table.tsx'
export type { Column } from './data-table.tsx'
export { EmptyState } from './empty-state.tsx'
export { FaultNote } from './fault-note.tsx'
export { Figure, Figures } from './figures.tsx'
export { DayInput, OptionalSelect, Select, TextArea, TextInput, TimeInput } from './inputs.tsx'
export { Loaded, SkeletonRows } from './loaded.tsx'
export type { LoadedQuery } from './loaded.tsx'
export { MoreButton } from './more-button.tsx'
export type { MoreButtonProps } from './more-button.tsx'
export { Page, PageBody } from './page.tsx'
export { Panel } from './panel.tsx'
export { actColumn, PagedPanel, PagedTable, RecordTable } from './record-table.tsx'
export { SearchField } from './search-field.tsx'
export { Tabs } from './tabs.tsx'
