import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { messagesPlugin } from './apps/h5/vite/messages-plugin.ts'
import { LongestFirst } from './scripts/test/longest-first.ts'

const never = ['**/node_modules/**', '**/dist/**', 'var/**']

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Views are drawn with their texts.
        plugins: [messagesPlugin({ sourceFolder: join(import.meta.dirname, 'apps/h5/src') })],
        test: {
          name: 'unit',
          sequence: { groupOrder: 0 },
          include: ['{apps,packages,scripts,bench,chaos}/**/*.test.{ts,tsx}'],
          exclude: [...never, '**/*.integration.test.ts', '**/*.e2e.test.ts'],
          // Modules are loaded once per worker, not once per file. What a test sets up it takes down.
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'integration',
          isolate: false,
          // Much of their time is waiting for PostgreSQL and for slots: two at a time leave a third of two processors idle.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
          include: ['{apps,packages,scripts,bench,chaos}/**/*.integration.test.ts'],
          exclude: never,
          globalSetup: ['apps/server/src/platform/postgres/test-cluster.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          sequence: { groupOrder: 2 },
          include: ['{e2e,apps,bench}/**/*.e2e.test.ts'],
          exclude: never,
          // Each file has a server, data and a browser of its own; much of their time is waiting for contracts to end.
          maxWorkers: 3,
          globalSetup: ['e2e/prepare.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // What a page does about an answer takes longer than the usual second where two servers and two browsers share the processors.
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
})
