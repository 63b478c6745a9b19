import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, expect, test } from 'vitest'

const repository = join(import.meta.dirname, '..', '..')
let tree: string

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'candor-planted-'))
  await symlink(join(repository, 'node_modules'), join(tree, 'node_modules'))
  await write(
    'tsconfig.json',
    JSON.stringify({ extends: join(repository, 'tsconfig.base.json'), compilerOptions: { types: ['node'] } }),
  )
  await write(
    'package.json',
    JSON.stringify({ name: 'planted', private: true, type: 'module', workspaces: ['packages/*'] }),
  )
})

afterAll(() => rm(tree, { recursive: true, force: true }))

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(tree, file)), { recursive: true })
  await writeFile(join(tree, file), text)
}

function run(program: string, flags: string[]): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(repository, 'node_modules', program), ...flags],
    {
      cwd: tree,
      encoding: 'utf8',
    },
  )
  return { code: status, output: stdout + stderr }
}

const lint = (file: string) =>
  run('oxlint/bin/oxlint', ['-c', join(repository, '.oxlintrc.json'), '--type-aware', '--deny-warnings', file])

test('the type check refuses an unchecked index', async () => {
  await write('src/typed.ts', 'const names: string[] = []\nexport const first: string = names[0]\n')
  const { code, output } = run('@typescript/native/bin/tsc', ['-p', '.', '--pretty', 'false'])
  expect(output).toContain("Type 'undefined' is not assignable to type 'string'")
  expect(code).not.toBe(0)
})

test.each([
  ['no-explicit-any', 'export const loose: any = 1\n'],
  ['no-non-null-assertion', 'export const sure = (names: string[]) => names[0]!\n'],
  ['no-floating-promises', 'async function work() {}\nexport function start() {\n  work()\n}\n'],
  ['no-unsafe-assignment', "export const trusted: { id: string } = JSON.parse('{}')\n"],
  ['no-default-export', 'export default 1\n'],
  ['filename-case', 'export const one = 1\n', 'src/camelCase.ts'],
  ['no-console', "console.log('hello')\n"],
  ['max-lines', Array.from({ length: 401 }, (_, line) => `export const line${line} = ${line}\n`).join('')],
  ['max-lines-per-function', `export function endless() {\n${'  performance.now()\n'.repeat(70)}}\n`],
  [
    'switch-exhaustiveness-check',
    "export function half(side: 'up' | 'down') {\n  switch (side) {\n    case 'up':\n      return 1\n  }\n  return 0\n}\n",
  ],
  ['no-focused-tests', "import { test } from 'vitest'\ntest.only('alone', () => undefined)\n", 'src/only.test.ts'],
])('the linter refuses %s', async (rule, text, file = 'src/planted.ts') => {
  await write(file, text)
  const { code, output } = lint(file)
  expect(output).toContain(rule)
  expect(code).not.toBe(0)
})

test('the linter accepts an innocent file', async () => {
  await write('src/innocent.ts', 'export const one = 1\n')
  expect(lint('src/innocent.ts')).toMatchObject({ code: 0 })
})

test('the dead code check refuses an export that nobody imports', async () => {
  await write(
    'packages/money/package.json',
    JSON.stringify({ name: '@planted/money', type: 'module', exports: './src/index.ts' }),
  )
  await write('packages/money/src/index.ts', "export { used } from './amount.ts'\n")
  await write('packages/money/src/amount.ts', 'export const used = 1\nexport const forgottenAmount = 2\n')
  const { code, output } = run('knip/bin/knip.js', [
    '--no-progress',
    '--config',
    join(repository, 'knip.json'),
    '--directory',
    tree,
  ])
  expect(output).toContain('forgottenAmount')
  expect(code).not.toBe(0)
})

test('the format check refuses a file that is formatted otherwise', async () => {
  await write('src/crooked.ts', 'export   const crooked = "1";\n')
  await write('src/straight.ts', "export const straight = '1'\n")
  const format = (file: string) => run('oxfmt/bin/oxfmt', ['-c', join(repository, '.oxfmtrc.json'), '--check', file])
  expect(format('src/crooked.ts').code).not.toBe(0)
  expect(format('src/straight.ts').code).toBe(0)
})
