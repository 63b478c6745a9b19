/** The server's own data. */
export { useMode } from './mode.ts'
