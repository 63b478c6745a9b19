import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkDependencies, readDependencyRules } from './dependency-rules.ts'

const repository = join(import.meta.dirname, '..', '..')
let tree: string

/** One planted violation per rule: the file, and an import forbidden to it. */
const planted: Record<string, [file: string, forbidden: string]> = {
  'no-circular': ['packages/ui/src/one.ts', './two.ts'],
  resolvable: ['packages/ui/src/lost.ts', './missing.ts'],
  'packages-know-no-app': ['packages/ui/src/nosy.ts', '../../../apps/h5/src/shared/plain.ts'],
  'money-is-the-root': ['packages/money/src/rich.ts', '../../formulas/src/index.ts'],
  'packages-meet-in-money': ['packages/api/src/odds.ts', '../../formulas/src/index.ts'],
  'proof-uses-formulas': ['packages/proof/src/asking.ts', '../../api/src/odds.ts'],
  'proof-runs-anywhere': ['packages/proof/src/reading.ts', 'node:fs'],
  'client-speaks-api': ['packages/client/src/odds.ts', '../../formulas/src/index.ts'],
  'apps-do-not-meet': ['apps/h5/src/shared/thief.ts', '../../../server/src/platform/plain.ts'],
  'launcher-starts-the-server': ['apps/launcher/src/browsing.ts', '../../h5/src/shared/plain.ts'],
  'product-knows-no-tool': ['packages/ui/src/measured.ts', '../../../bench/tool.ts'],
  'commands-are-on-top': ['e2e/commanding.ts', '../scripts/tool.ts'],
  'tools-run-one-way': ['bench/breaking.ts', '../chaos/tool.ts'],
  'features-do-not-meet': ['apps/h5/src/features/market/page.ts', '../login/index.ts'],
  'public-pages-do-not-meet': ['apps/public/src/pages/odds/linking.ts', '../check/inside.ts'],
  'public-shared-knows-no-page': ['apps/public/src/shared/knowing.ts', '../pages/check/inside.ts'],
  'feature-by-index': ['apps/h5/src/app/router.ts', '../features/login/inside.ts'],
  'shared-knows-no-feature': ['apps/h5/src/shared/knowing.ts', '../features/login/index.ts'],
  'h5-shared-i18n-is-below': ['apps/h5/src/shared/i18n/rising.ts', '../device/plain.ts'],
  'h5-shared-device-is-below': ['apps/h5/src/shared/device/rising.ts', '../api/plain.ts'],
  'h5-shared-api-is-below': ['apps/h5/src/shared/api/rising.ts', '../money/plain.ts'],
  'h5-shared-money-is-below': ['apps/h5/src/shared/money/rising.ts', '../page/plain.ts'],
  'h5-shared-page-is-below': ['apps/h5/src/shared/page/rising.ts', '../forms/plain.ts'],
  'h5-shared-forms-is-below': ['apps/h5/src/shared/forms/rising.ts', '../instrument/plain.ts'],
  'h5-shared-instrument-is-below': ['apps/h5/src/shared/instrument/rising.ts', '../account/plain.ts'],
  'h5-shared-account-is-below': ['apps/h5/src/shared/account/rising.ts', '../proof/plain.ts'],
  'console-shared-i18n-is-below': ['apps/console/src/shared/i18n/rising.ts', '../device/plain.ts'],
  'console-shared-device-is-below': ['apps/console/src/shared/device/rising.ts', '../navigation/plain.ts'],
  'console-shared-navigation-is-below': ['apps/console/src/shared/navigation/rising.ts', '../api/plain.ts'],
  'console-shared-api-is-below': ['apps/console/src/shared/api/rising.ts', '../page/plain.ts'],
  'console-shared-page-is-below': ['apps/console/src/shared/page/rising.ts', '../operator/plain.ts'],
  'console-shared-operator-is-below': ['apps/console/src/shared/operator/rising.ts', '../case/plain.ts'],
  'console-shared-case-is-below': ['apps/console/src/shared/case/rising.ts', '../approval/plain.ts'],
  'model-is-pure': ['apps/h5/src/features/login/login-model.ts', './view.tsx'],
  'module-by-index': ['apps/server/src/modules/market/market-service.ts', '../identity/inside.ts'],
  'ledger-knows-no-product': ['apps/server/src/modules/ledger/knowing.ts', '../market/index.ts'],
  'modules-know-no-role': ['apps/server/src/modules/market/starter.ts', '../../roles/run-server.ts'],
  'platform-knows-no-module': ['apps/server/src/platform/knowing.ts', '../modules/identity/index.ts'],
  'sql-only-in-stores': ['apps/server/src/modules/market/reader.ts', '../../platform/postgres/pool.ts'],
  'http-only-in-routes': ['apps/server/src/modules/market/talker.ts', '../../platform/http/route.ts'],
  'rules-are-pure': ['apps/server/src/modules/market/market.ts', './market-store.ts'],
  'tests-are-not-imported': ['apps/server/src/modules/market/leaning.ts', '../../platform/test-thing.ts'],
}

const innocent = [
  'apps/server/database/rows/ledger.ts',
  'packages/formulas/src/index.ts',
  'apps/h5/src/shared/plain.ts',
  'apps/h5/src/shared/device/plain.ts',
  'apps/h5/src/shared/api/plain.ts',
  'apps/h5/src/shared/money/plain.ts',
  'apps/h5/src/shared/page/plain.ts',
  'apps/h5/src/shared/forms/plain.ts',
  'apps/h5/src/shared/instrument/plain.ts',
  'apps/h5/src/shared/account/plain.ts',
  'apps/h5/src/shared/proof/plain.ts',
  'apps/h5/src/features/login/index.ts',
  'apps/h5/src/features/login/inside.ts',
  'apps/h5/src/features/login/view.tsx',
  'apps/console/src/shared/device/plain.ts',
  'apps/console/src/shared/navigation/plain.ts',
  'apps/console/src/shared/api/plain.ts',
  'apps/console/src/shared/page/plain.ts',
  'apps/console/src/shared/operator/plain.ts',
  'apps/console/src/shared/case/plain.ts',
  'apps/console/src/shared/approval/plain.ts',
  'apps/public/src/pages/check/inside.ts',
  'apps/server/src/platform/plain.ts',
  'apps/server/src/platform/test-thing.ts',
  'apps/server/src/platform/postgres/pool.ts',
  'apps/server/src/platform/http/route.ts',
  'apps/server/src/modules/identity/index.ts',
  'apps/server/src/modules/identity/inside.ts',
  'apps/server/src/modules/market/index.ts',
  'apps/server/src/modules/market/market-store.ts',
  'apps/server/src/roles/run-server.ts',
  'e2e/tool.ts',
  'bench/tool.ts',
  'chaos/tool.ts',
  'scripts/tool.ts',
]

/** Imports that the rules allow. */
const allowed: Record<string, string> = {
  'packages/proof/src/verifying.ts': '../../formulas/src/index.ts',
  'packages/proof/src/node/hashing.ts': 'node:crypto',
  'apps/h5/src/shared/account/leaning.ts': '../i18n/rising.ts',
  'apps/server/src/modules/ledger/ledger-store.ts': '../../../database/rows/ledger.ts',
  'apps/server/src/modules/ledger/testing/world.ts': '../../market/index.ts',
  'apps/launcher/src/server.ts': '../../server/src/roles/run-server.ts',
  'e2e/launched.ts': '../apps/launcher/src/server.ts',
  'chaos/measured.ts': '../bench/tool.ts',
  'scripts/breaking.ts': '../chaos/tool.ts',
}

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'candor-planted-'))
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(tree, file)), { recursive: true })
    await writeFile(join(tree, file), text)
  }
  for (const file of innocent) await write(file, 'export const innocent = 1\n')
  for (const [file, forbidden] of Object.values(planted)) await write(file, `export * from '${forbidden}'\n`)
  for (const [file, used] of Object.entries(allowed)) await write(file, `export * from '${used}'\n`)
  await write('packages/ui/src/two.ts', "export * from './one.ts'\n")
})

afterAll(() => rm(tree, { recursive: true, force: true }))

test('every dependency rule has a planted violation', async () => {
  const { rules } = await readDependencyRules(repository)
  expect(rules.forbidden?.map(({ name }) => name).toSorted()).toEqual(Object.keys(planted).toSorted())
})

test('every dependency rule fires on its planted violation', async () => {
  const { violations } = await checkDependencies(tree, await readDependencyRules(repository))
  const silent = Object.entries(planted).filter(
    ([rule, [file]]) => !violations.some((found) => found.rule === rule && found.from === file),
  )
  expect(silent).toEqual([])
})

test('no rule fires on the innocent files, nor on imports that are allowed', async () => {
  const { violations } = await checkDependencies(tree, await readDependencyRules(repository))
  expect(violations.filter(({ from }) => innocent.includes(from) || from in allowed)).toEqual([])
})
