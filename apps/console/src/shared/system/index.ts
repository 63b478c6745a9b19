/** What the server says about itself. */
export { useMode } from './mode.ts'
