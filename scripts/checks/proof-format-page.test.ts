import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatBlock, sealedBlock, solvencyBlock } from '../../packages/proof/src/testing/format-page.ts'

/** The blocks of a page in a fixed font. */
function blocksOf(page: string): string[] {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', page), 'utf8')
  return [...text.matchAll(/^```\n([\s\S]*?)\n```$/gm)].map(([, block = '']) => block)
}

test('the page on the format of the logs shows each structure as it is encoded, and a sealed item with its path', () => {
  expect(blocksOf('proof-format.md')).toEqual(expect.arrayContaining([formatBlock(), sealedBlock()]))
})

test('the page on liabilities shows what is hashed for a leaf, a node, an order and the event', () => {
  expect(blocksOf('solvency.md')).toContain(solvencyBlock())
})
