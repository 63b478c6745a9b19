/** `npm run check`: every machine check of the repository, in a quarter of a minute. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { refusalNames, refusalTextName, successNames } from '@candor/api'
import { CommandLineError, readCommandLine, runCommand } from '../apps/launcher/src/command-line.ts'
import { secretNames } from '../apps/launcher/src/data-folder.ts'
import { settings } from '../apps/server/src/platform/config/index.ts'
import type { Setting } from '../apps/server/src/platform/config/index.ts'
import { asvsPath, checkAsvs, missingKeys } from './checks/asvs.ts'
import { compareTexts, readCatalogues } from './checks/contract-texts.ts'
import { checkDependencies, minimumModules, readDependencyRules } from './checks/dependency-rules.ts'
import { checkDocs, readPages, repositoryIn } from './checks/docs-rules.ts'
import { checkEnglish } from './checks/plain-english.ts'
import { checkSources } from './checks/source-rules.ts'
import { checkSqlBelow } from './checks/sql-rules.ts'
import { checkSchema } from './checks/sql-schema.ts'

const root = join(import.meta.dirname, '..')
const minimumSources = 60
const minimumPages = 20

/** The errors that a check found, ready to print; empty when it passes. */
type Check = () => Promise<string[]>

/** The programs of Node are compiled as one, from the root: they import one another. */
const typedFolders = [
  '.',
  'packages/money',
  'packages/formulas',
  'packages/proof',
  'packages/api',
  'packages/client',
  'packages/ui',
  'packages/ui/vite',
  'apps/h5',
  'apps/h5/vite',
  'apps/h5/worker',
  'apps/console',
  'apps/public',
  'apps/verifier',
  'apps/verifier/vite',
]

const checks: Record<string, { readonly text: string; readonly run: Check }> = {
  types: {
    text: 'The TypeScript compiler on every workspace',
    run: async () => (await Promise.all(typedFolders.map(checkTypes))).flat(),
  },
  lint: {
    text: 'oxlint with types: no any, no floating promise, sizes of files and functions',
    run: () => tool('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings', '--format=unix']),
  },
  dependencies: {
    text: 'The direction of imports (.dependency-cruiser.mjs)',
    run: async () => {
      const { moduleCount, violations } = await checkDependencies(root, await readDependencyRules(root))
      const blind = moduleCount < minimumModules ? [`Only ${moduleCount} modules were seen.`] : []
      return [...blind, ...violations.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`)]
    },
  },
  'dead code': {
    text: 'Unused files, exports and dependencies (knip)',
    run: () => tool('knip/bin/knip.js', ['--no-progress']),
  },
  format: {
    text: 'oxfmt; npm run format mends it',
    run: () => tool('oxfmt/bin/oxfmt', ['--check']),
  },
  'contract texts': {
    text: 'Every refusal has its text in every language',
    run: async () =>
      compareTexts(
        new Set([...refusalNames.map(refusalTextName), ...successNames]),
        await readCatalogues(join(root, 'packages/api/src/texts')),
      ),
  },
  'source rules': {
    text: 'Rules on the text of sources (scripts/checks/source-rules.ts)',
    run: async () => {
      const { fileCount, violations } = await checkSources(root)
      const blind = fileCount < minimumSources ? [`Only ${fileCount} files were seen.`] : []
      return [...blind, ...violations.map(({ rule, path, line }) => `${path}:${line}: ${rule}`)]
    },
  },
  'plain english': {
    text: 'Phrases that comments, titles of tests, texts and docs avoid (scripts/checks/plain-english.ts)',
    run: async () => {
      const { fileCount, violations } = await checkEnglish(root)
      const blind = fileCount < minimumSources ? [`Only ${fileCount} files were seen.`] : []
      const named = violations.map(
        ({ phrase, instead, path, line }) => `${path}:${line}: “${phrase}” (instead: ${instead})`,
      )
      return [...blind, ...named]
    },
  },
  docs: {
    text: 'Files and pages that the documentation names exist',
    run: async () => {
      const pages = await readPages(root)
      const blind = pages.size < minimumPages ? [`Only ${pages.size} pages were seen.`] : []
      return [
        ...blind,
        ...checkDocs(pages, repositoryIn(root)).map(({ rule, path, line }) => `${path}:${line}: ${rule}`),
      ]
    },
  },
  security: {
    text: 'docs/asvs.csv is whole and honest about its tests; docs/security.md names its open rows and every secret',
    run: async () => {
      const [table, page] = await Promise.all(
        [asvsPath, 'docs/security.md'].map((path) => readFile(join(root, path), 'utf8')),
      )
      const secrets = Object.values(settings).flatMap((setting: Setting) =>
        setting.isSecret === true ? [setting.env] : [],
      )
      const missing = missingKeys(page ?? '', [...secretNames, ...secrets])
      return [
        ...checkAsvs(table ?? '', page ?? '', (path) => existsSync(join(root, path))).map(
          ({ rule, line, text }) =>
            `${rule.startsWith('page') ? 'docs/security.md' : `${asvsPath}:${line}`}: ${rule}: ${text}`,
        ),
        ...missing.map((name) => `docs/security.md: the keys lack \`${name}\``),
      ]
    },
  },
  'sql rules': {
    text: 'Routines and tables: sizes, grants, arrows between schemas, who touches the books',
    run: async () => {
      const folders = ['apps/server', 'apps/server/directory']
      const found = folders.map(async (folder) =>
        (await checkSqlBelow(join(root, folder))).map(({ rule, path, line }) => `${folder}/${path}:${line}: ${rule}`),
      )
      return (await Promise.all(found)).flat()
    },
  },
  'database schema': {
    text: 'database/current-schema.sql is what the sources build',
    run: () => checkSchema(root),
  },
}

/** Keeps the compiler's incremental state beside the packages, so that the next check only covers changes. */
function checkTypes(folder: string): Promise<string[]> {
  const known = join(root, 'node_modules/.cache/candor-types', `${folder.replaceAll('/', '-')}.tsbuildinfo`)
  return tool('@typescript/native/bin/tsc', [
    '-p',
    folder,
    '--pretty',
    'false',
    '--incremental',
    '--tsBuildInfoFile',
    known,
  ])
}

/** Runs an installed command-line tool. Its output counts as errors when it fails. */
async function tool(path: string, flags: string[]): Promise<string[]> {
  const program = join(root, 'node_modules', path)
  if (!existsSync(program)) return [`${path} is not installed.`]
  const child = spawn(process.execPath, [program, ...flags], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return code === 0 ? [] : [output.trim() || `${path} ended with ${code}.`]
}

const command = {
  name: 'check',
  synopsis: '[NAME ...]',
  about: 'Checks the repository. Without a name every check runs. Exits with 1 when one fails.',
  sections: {
    Checks: Object.fromEntries(Object.entries(checks).map(([name, { text }]) => [name, text])),
  },
  options: {},
  examples: { 'types lint': 'Two checks', "'dead code'": 'A name of two words' },
}

async function run(args: readonly string[]): Promise<number> {
  const wanted = readCommandLine(command, args).positionals
  const unknown = wanted.find((name) => !(name in checks))
  if (unknown !== undefined)
    throw new CommandLineError(`There is no check “${unknown}”, but ${Object.keys(checks).join(', ')}.`)
  const chosen = Object.entries(checks).filter(([name]) => wanted.length === 0 || wanted.includes(name))
  // All begin at once: a check that uses one processor runs beside another.
  const outcomes = await Promise.all(chosen.map(([name, { run: check }]) => report(name, check)))
  return outcomes.every((isPassed) => isPassed) ? 0 : 1
}

async function report(name: string, check: Check): Promise<boolean> {
  const startedMs = performance.now()
  const faults = await check()
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  console.log([`${faults.length === 0 ? '✓' : '✗'} ${name.padEnd(16)} ${seconds} s`, ...faults].join('\n'))
  return faults.length === 0
}

await runCommand(command, run)
