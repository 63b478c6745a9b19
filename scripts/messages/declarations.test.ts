import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { declarations, declarationsFile, messageApps } from './declarations.ts'

const repository = join(import.meta.dirname, '../..')

test.each(messageApps(repository).map((app) => [app.root.split(/[\\/]/).at(-1), app] as const))(
  'the keys of all texts of %s are declared for the compiler',
  (_, app) => {
    expect(app.folders.length).toBeGreaterThan(5)
    expect(readFileSync(declarationsFile(app), 'utf8')).toBe(declarations(app))
  },
)

test.each(messageApps(repository))('no folder of $root declares its own texts', ({ root }) => {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  expect(files.filter((file) => file.endsWith('messages.d.ts'))).toEqual([])
})

test('quotes a name with a hyphen', () => {
  const folder = join(repository, 'apps/console/src/features/sign-in/messages')
  expect(existsSync(join(folder, 'en.json'))).toBe(true)
  const text = declarations({ root: join(repository, 'apps/console'), folders: [{ name: 'sign-in', folder }] })
  expect(text).toContain("import type signIn from './src/features/sign-in/messages/en.json'\n")
  expect(text).toContain("    'sign-in': typeof signIn\n")
})
