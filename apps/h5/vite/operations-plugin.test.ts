import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, expect, it } from 'vitest'
import { operationsPlugin } from './operations-plugin.ts'

const folder = mkdtempSync(join(tmpdir(), 'candor-operations-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const declared = `
import { customerList, customerOperation } from './operation.ts'
export const quotes = customerOperation('market/quotes', 'public', {
  summary: 'For the server, {with} braces',
  input: { symbols: ['a', 'b'] },
  output: { items: ['x', 'y'] },
  refusals: [],
})
const unread = customerOperation('market/unread', 'public', { output: {} }).toString()
export const last = customerOperation('market/last', 'public', { output: { price: 1 }, refusals: ['never'] })
export const list = customerList('swap/list', { filters: { state: 'a filter' }, output: { items: [] } })
`

async function built(source: string): Promise<string> {
  const contract = join(folder, 'packages/api/src')
  mkdirSync(contract, { recursive: true })
  writeFileSync(
    join(contract, 'operation.ts'),
    `export const customerOperation = (path, _, parts) => ({ path, ...parts })
export const customerList = (path, parts) => ({ path, ...parts })
`,
  )
  const entry = join(contract, 'market.ts')
  writeFileSync(entry, source)
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [operationsPlugin()],
    build: { write: false, minify: false, lib: { entry, formats: ['es'] } },
  })
  for (const { output } of Array.isArray(result) ? result : 'output' in result ? [result] : []) return output[0].code
  throw new Error('nothing was built')
}

it('leaves of an operation what the app reads, and nothing of what only a server does', async () => {
  const code = await built(declared)
  const { quotes, last, list }: Record<string, unknown> = await import(
    `data:text/javascript,${encodeURIComponent(code)}`
  )
  expect(quotes).toEqual({ path: 'market/quotes', output: { items: ['x', 'y'] } })
  expect(last).toEqual({ path: 'market/last', output: { price: 1 } })
  expect(list).toEqual({ path: 'swap/list', output: { items: [] } })
  expect(code).not.toContain('For the server')
  expect(code).not.toContain('unread')
})

it('keeps which calls go with cookies', async () => {
  const code = await built(`import { customerOperation } from './operation.ts'
export const login = customerOperation('user/login', 'public', { remembersDevice: true, summary: 'never', output: {} })
export const logout = customerOperation('user/logout', 'login', { clearsCache: true, summary: 'never', output: {} })`)
  expect(code).toContain('remembersDevice: true')
  expect(code).toContain('clearsCache: true')
  expect(code).not.toContain('summary')
})
