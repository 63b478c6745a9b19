/** Whether the window has room for panes side by side, as the styles of `app/wide` ask it. */
export { panes, useMedia, wide } from './media.ts'
