import { join } from 'node:path'
import type { Alias } from 'vite'

/** Sources are written for React; this app is built with Preact. Its views are tested with the same. */
export const reactAliases: readonly Alias[] = [
  { find: /^react$/, replacement: join(import.meta.dirname, '../src/app/first-load/lean-react.ts') },
  { find: /^react-dom$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react\/jsx-(dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
]
