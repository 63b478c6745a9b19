/** The frame of every screen, its tables, and its inputs: smaller than a phone's. */
export { DataTable, TableFrame } from './data-table.tsx'
export type { Column } from './data-table.tsx'
export { DayInput, Select, TextArea, TextInput } from './inputs.tsx'
export { MoreButton } from './more-button.tsx'
export type { MoreButtonProps } from './more-button.tsx'
export { Page } from './page.tsx'
export { SearchField } from './search-field.tsx'
export { Tabs } from './tabs.tsx'
