import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { longestFiles } from './longest-first.ts'

it('names files that exist', () => {
  expect(longestFiles.filter((file) => !existsSync(join(import.meta.dirname, '../..', file)))).toEqual([])
})
