import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatBlock } from '../../packages/proof/src/testing/format-page.ts'

test('the page on the format of the logs shows each structure as it is encoded', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'proof-format.md'), 'utf8')
  const blocks = [...page.matchAll(/^```\n([\s\S]*?)\n```$/gm)].map(([, block = '']) => block)
  expect(blocks).toContain(formatBlock())
})
