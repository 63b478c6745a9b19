/** Runs the tests and ends with one line of totals. Arguments go to Vitest: files, `--project unit`, `-t name`. */
import { join, resolve } from 'node:path'
import process from 'node:process'
import type { TestModule, Vitest } from 'vitest/node'
import { parseCLI, startVitest } from 'vitest/node'
import { parseConfig } from '../apps/server/src/platform/config/index.ts'
import { runCommand } from '../apps/launcher/src/command-line.ts'
import { buildApps } from '../apps/launcher/src/build-app.ts'
import { openMemoryFolder } from './test/memory-folder.ts'
import { countTests, hasRecordings, outcomeLines } from './test/outcome.ts'

const root = join(import.meta.dirname, '..')

const command = {
  name: 'test',
  synopsis: '[FILE ...] [OPTION ...]',
  about:
    'Runs the tests whose paths contain one of the words, or all, and ends with how many passed. Exits with 1 when one failed.',
  sections: {
    Projects: {
      unit: '*.test.ts: nothing outside of the process; views drawn by Preact, as the app ships them',
      'unit-react': 'views drawn by React: of the console, the public pages and what they share with the app',
      integration: '*.integration.test.ts: a real PostgreSQL, and recorded market data where CANDOR_RECORDINGS has it',
      e2e: '*.e2e.test.ts: a real browser and a whole Candor',
    },
  },
  options: {
    project: { type: 'string', value: 'NAME', text: 'Only the tests of a project' },
    testNamePattern: { type: 'string', value: 'NAME', text: 'Only the tests whose names match, also -t NAME' },
    reporter: {
      type: 'string',
      value: 'NAME',
      text: 'Report as dot, verbose, json …; every other option goes to Vitest, too',
    },
  },
  examples: {
    'packages/money': 'Some of the tests',
    '--project unit --project unit-react': 'Without PostgreSQL and without a browser',
    'e2e/swap -t theme': 'Tests of one file',
  },
} as const

async function run(args: readonly string[]): Promise<number> {
  const memory = await openMemoryFolder()
  if (memory !== null) process.env['TMPDIR'] = memory.path
  try {
    return await runTests(args)
  } finally {
    await memory?.remove()
  }
}

async function runTests(args: readonly string[]): Promise<number> {
  const { filter, options } = parseCLI(['vitest', 'run', ...args])
  const wantsBrowser = filter.length === 0 || filter.some((name) => name.includes('e2e'))
  if (wantsBrowser) await buildApps(root, (line) => console.log(line))
  const vitest = await startVitest('test', filter, { ...options, root, watch: false, run: true })
  const counts = countTests(allTests(vitest))
  // A file that could not be loaded, or an error outside of any test, is a failure without a test.
  const brokenFiles = vitest.state
    .getTestModules()
    .filter((module) => module.errors().length > 0 || isEmptyFailure(module)).length
  const failed = counts.failed + brokenFiles + vitest.state.getUnhandledErrors().length
  await vitest.close()
  const recordings = hasRecordings(resolve(root, parseConfig(process.env).recordings))
  for (const line of outcomeLines({ ...counts, failed }, recordings)) console.log(line)
  return failed > 0 || counts.passed === 0 ? 1 : 0
}

function* allTests(vitest: Vitest) {
  for (const module of vitest.state.getTestModules()) yield* module.children.allTests()
}

function isEmptyFailure(module: TestModule): boolean {
  return (
    module.state() === 'failed' && [...module.children.allTests()].every((test) => test.result().state !== 'failed')
  )
}

await runCommand(command, run)
// Vitest may leave handles open that would keep the process.
process.exit()
