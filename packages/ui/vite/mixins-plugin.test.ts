import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { applyMixins } from './mixins-plugin.ts'

const root = join(import.meta.dirname, '../../..')

test('puts the declarations of a mixin in its place', () => {
  expect(applyMixins('.note {\n  @apply --text-sm;\n  color: var(--text-2);\n}\n')).toBe(
    '.note {\n  font-size: var(--t-sm);\n  line-height: var(--lh-sm);\n  color: var(--text-2);\n}\n',
  )
})

test('refuses a name that no mixin has', () => {
  expect(() => applyMixins('.note { @apply --text-huge; }')).toThrow('mixins.css has no --text-huge')
})

test('every mixin is used, and every stylesheet applies only what there is', () => {
  const sheets = ['apps', 'packages']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((f) => join(folder, f)),
    )
    .filter((path) => path.endsWith('.css') && !/node_modules|[\\/]dist[\\/]/.test(path))
    .map((path) => readFileSync(join(root, path), 'utf8'))
  for (const css of sheets) expect(applyMixins(css)).not.toContain('@apply')
  const applied = new Set(sheets.flatMap((css) => Array.from(css.matchAll(/@apply (--[\w-]+);/g), ([, name]) => name)))
  const defined = sheets.flatMap((css) => Array.from(css.matchAll(/@mixin (--[\w-]+) /g), ([, name]) => name))
  expect(new Set(defined)).toEqual(applied)
})
