import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { mapPlugin } from './apps/h5/vite/map-plugin.ts'
import { messagesPlugin } from './apps/h5/vite/messages-plugin.ts'
import { passwordsPlugin } from './apps/h5/vite/passwords-plugin.ts'
import { reactAliases } from './apps/h5/vite/react-aliases.ts'
import { filesAtOnce } from './scripts/test/files-at-once.ts'
import { LongestFirst } from './scripts/test/longest-first.ts'

const never = ['**/node_modules/**', '**/dist/**', 'var/**']

/**
 * Files that wait for PostgreSQL, for slots and for contracts run beside those that keep a processor busy. Modules are
 * loaded once per worker.
 */
const besideOneAnother = { isolate: false, maxWorkers: filesAtOnce(), sequence: { groupOrder: 2 } } as const

/** Modules are loaded once per worker, not once per file. What a test sets up it takes down. */
const inProcess = { isolate: false, maxWorkers: 2, testTimeout: 30_000 } as const

/** What ships with React: the console and the public pages. All other views ship with Preact. */
const reactViews = '{apps/{console,public},packages/{client,ui}}/**/*.test.tsx'

/**
 * How long a condition may take to come, in milliseconds: longer than it ever takes where all files share two slow
 * cores.
 */
const poll = { timeout: 60_000, interval: 100 }

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Views are drawn with their texts; passwords are measured with the build's list.
        plugins: [
          messagesPlugin({ sourceFolder: join(import.meta.dirname, 'apps/h5/src') }),
          passwordsPlugin(),
          mapPlugin(),
        ],
        resolve: { alias: [...reactAliases] },
        test: {
          name: 'unit',
          ...inProcess,
          sequence: { groupOrder: 0 },
          include: ['{apps,packages,scripts,bench,chaos}/**/*.test.{ts,tsx}'],
          exclude: [...never, '**/*.integration.test.ts', '**/*.e2e.test.ts', 'apps/{console,public}/**/*.test.tsx'],
          // Node would load React for it.
          server: { deps: { inline: ['@tanstack/react-query'] } },
          expect: { poll },
        },
      },
      {
        test: {
          name: 'unit-react',
          ...inProcess,
          sequence: { groupOrder: 1 },
          include: [reactViews],
          exclude: never,
          expect: { poll },
        },
      },
      {
        test: {
          name: 'integration',
          ...besideOneAnother,
          include: ['{apps,packages,scripts,bench,chaos}/**/*.integration.test.ts'],
          exclude: never,
          globalSetup: ['apps/server/src/platform/postgres/test-cluster.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll },
        },
      },
      {
        test: {
          name: 'e2e',
          ...besideOneAnother,
          include: ['{e2e,apps,bench}/**/*.e2e.test.ts'],
          exclude: never,
          globalSetup: ['e2e/prepare.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll },
        },
      },
    ],
  },
})
