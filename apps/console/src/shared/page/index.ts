/** The frame of every screen. */
export { Page } from './page.tsx'
