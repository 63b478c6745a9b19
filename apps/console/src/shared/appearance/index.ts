/** The theme of this browser. */
export { applyTheme, setTheme, themes, useTheme } from './appearance.ts'
export type { Theme } from './appearance.ts'
