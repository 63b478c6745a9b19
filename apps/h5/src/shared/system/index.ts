/** What the server says about itself. */
export { useMode } from './mode.ts'
export type { Mode } from './mode.ts'
export { SandboxDialog } from './sandbox-dialog.tsx'
