/** The frame of every screen, and the inputs of the desk: smaller than a phone's. */
export { Select, TextArea } from './inputs.tsx'
export { Page } from './page.tsx'
export { SearchField } from './search-field.tsx'
