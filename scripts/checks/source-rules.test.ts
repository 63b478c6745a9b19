import { expect, test } from 'vitest'
import { checkSource, sourceRules } from './source-rules.ts'

const service = 'apps/server/src/modules/market/market-service.ts'

const planted: Record<string, [path: string, text: string][]> = {
  'environment-is-read-once': [
    [service, "const port = process.env['PORT']\n"],
    [service, "import { env } from 'node:process'\n"],
  ],
  'ledger-tables-stay-in-the-ledger': [
    [service, 'const sql = `update ledger.account set balance = 1`\n'],
    [service, 'const sql = `select 1\n from ledger.posting`\n'],
    [service, "kysely.selectFrom('ledger.account')\n"],
    ['apps/server/src/modules/soundness/ledger-check.ts', 'const sql = `select 1 from ledger.posting`\n'],
  ],
  'ledger-names-no-product': [
    ['apps/server/src/modules/ledger/ledger-store.ts', "pool.query('select contract.forget_refusals()')\n"],
    ['apps/server/src/modules/ledger/ledger-store.ts', 'const sql = `select sum(amount) from withdrawal.withdrawal`\n'],
  ],
  'no-catch-all-files': [['apps/server/src/platform/utils.ts', '\n']],
  'no-colour-outside-tokens': [
    ['apps/h5/src/features/market/row.module.css', '.row { color: #ff0044; }\n'],
    ['apps/console/src/features/risk/risk.module.css', '.row { color: #ff0044; }\n'],
    ['apps/public/src/pages/odds/odds.module.css', '.row { color: #ff0044; }\n'],
  ],
  'global-selectors-are-no-lists': [
    ['packages/ui/src/toaster.module.css', ':global([data-dock], [data-decision]) { color: red }\n'],
    ['packages/ui/src/toaster.module.css', ':global(body:has(a, b:not(c)), main) .layer { color: red }\n'],
  ],
  'private-members-are-hash-names': [
    [service, 'class Batch {\n  private readonly size = 1\n}\n'],
    [service, 'class Batch {\n  protected flush(): void {}\n}\n'],
  ],
  'texts-never-become-markup': [
    ['apps/h5/src/features/market/row.tsx', '<p dangerouslySetInnerHTML={{ __html: name }} />\n'],
    ['packages/ui/src/toast.ts', 'toast.innerHTML = text\n'],
  ],
  'texts-never-become-code': [
    [service, 'const terms = eval(text)\n'],
    ['bench/load.ts', "import { runInThisContext } from 'node:vm'\n"],
  ],
  'modules-start-no-processes': [[service, "import { execFile } from 'node:child_process'\n"]],
  'certificates-are-verified': [[service, 'const agent = new Agent({ rejectUnauthorized: false })\n']],
  'slot-and-day-are-defined-once': [
    [service, 'const keptMs = 30 * 86_400_000\n'],
    [service, 'const sql = `select now_ms / 86400000`\n'],
    [service, 'const keptMs = 30 * 24 * 3_600_000\n'],
    [service, 'const dayMs = hours * hourMs\n'],
    [service, 'const slotMs = 500\n'],
    [service, 'const endMs = genesisMs + (slot + 1) * 500\n'],
    [service, 'const sql = `select genesis_ms + exit_slot * 500`\n'],
  ],
  'nullable-columns-are-converted-once': [
    ['apps/server/src/modules/market/market-store.ts', 'row.until_ms === null ? null : Number(row.until_ms)\n'],
  ],
  'comments-have-at-most-120-columns': [
    [service, `  // ${'long '.repeat(24)}\n`],
    [service, `/** ${'long '.repeat(24)}*/\n`],
    [service, `/**\n * ${'long '.repeat(24)}\n */\n`],
  ],
  'conditions-are-polled': [
    ['apps/server/src/modules/market/clock.test.ts', `await vi.${'waitFor'}(() => expect(bells).toBe(1))\n`],
  ],
  'tests-replace-no-modules': [
    ['apps/server/src/modules/market/clock.test.ts', `vi.${'mock'}('node:crypto')\n`],
    ['apps/server/src/modules/market/market-view.integration.test.ts', `vi.${'mock'}('./market-store.ts')\n`],
  ],
}

test('every source rule has a planted violation', () => {
  expect(sourceRules.map(({ name }) => name).toSorted()).toEqual(Object.keys(planted).toSorted())
})

test.each(Object.entries(planted))('the rule %s fires on its planted violations', (rule, cases) => {
  for (const [path, text] of cases) expect(checkSource(path, text)).toMatchObject([{ rule }])
})

test('lets each rule rest where its subject belongs', () => {
  const innocent = [
    checkSource('apps/server/src/platform/config/config.ts', 'parse(process.env)\n'),
    checkSource('apps/launcher/src/candor.ts', 'start(process.env)\n'),
    checkSource('apps/server/src/modules/ledger/ledger-store.ts', 'select * from ledger.posting\n'),
    checkSource('apps/server/src/modules/ledger/testing/ledger-world.ts', 'insert into market.clock values (1)\n'),
    checkSource('apps/server/src/modules/contract/contract-store.ts', 'select * from ledger.place(1)\n'),
    checkSource('packages/ui/src/tokens.css', ':root { --accent: #ff0044; }\n'),
    checkSource('packages/ui/src/toaster.module.css', ':global(body:has(a, b):not(:has(c, d))) .layer {}\n'),
    checkSource('packages/ui/src/toaster.module.css', ':global(html):has(.a),\n:global(:is(a, b)) {}\n'),
    checkSource(service, '// the ledger. Entries are elsewhere.\n'),
    checkSource(service, 'class Batch {\n  #size = 1\n  private constructor() {}\n}\n'),
    checkSource('apps/server/src/platform/postgres/test-cluster-copy.ts', 'read(process.env)\n'),
    checkSource('apps/launcher/src/build-app.ts', "import { spawn } from 'node:child_process'\n"),
    checkSource('apps/server/src/modules/deposit/testing/anvil.ts', "import { spawn } from 'node:child_process'\n"),
    checkSource(service, `// ${'1'.repeat(117)}\n${'const long = 1; '.repeat(9)}\n`),
    checkSource('packages/formulas/src/slot.ts', 'export const slotMs = 500\n'),
    checkSource(service, 'const batchSize = 500\nif (dayMs === 1) start()\n'),
    checkSource('e2e/screens.e2e.test.ts', 'said.push(region.outerHTML)\n'),
  ]
  expect(innocent.flat()).toEqual([])
})

test('says the line of a violation', () => {
  expect(checkSource(service, 'one\ntwo\nprocess.env\n')).toMatchObject([{ line: 3 }])
})
