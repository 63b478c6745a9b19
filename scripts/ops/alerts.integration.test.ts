import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { inviteCode, startTestServer } from '../../apps/server/test/test-server.ts'
import { openTestDatabase } from '../../apps/server/src/platform/postgres/test-database.ts'
import { seed } from '../../apps/server/src/roles/seed.ts'

const root = join(import.meta.dirname, '../..')
const rulesFolder = join(root, 'ops/prometheus')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const rulesFile = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          annotations: z.object({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
})
const casesFile = z.object({
  tests: z.array(
    z.object({
      alert_rule_test: z.array(z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) })),
    }),
  ),
})
const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
})

const rules = z.parse(rulesFile, parse(read('ops/prometheus/alerts.yaml'))).groups.flatMap((group) => group.rules)
const expressions = [
  ...rules.map(({ alert, expr }) => ({ of: alert, expr })),
  ...z
    .parse(dashboard, JSON.parse(read('ops/grafana/candor.json')))
    .panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ of: title, expr }))),
]

/** The metrics that an expression names; `up` is made by Prometheus itself. */
const metricsIn = (expr: string) => expr.match(/\b(?:candor|nodejs|process)_\w+/g) ?? []

/** The names of the series behind the metrics of a page. */
function seriesOf(page: string): ReadonlySet<string> {
  const types = [...page.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    ),
  )
}

test('a started server serves every metric that alerts and dashboard name, and neither to customers nor in the console', async () => {
  const database = await openTestDatabase()
  await seed(database.ownerUrl, { mode: 'sandbox', inviteCode })
  const server = await startTestServer(database, { CANDOR_DATA: root })
  try {
    const page = async () => (await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).text()
    const served = seriesOf(await page())
    for (const { of, expr } of expressions) {
      const named = metricsIn(expr)
      expect([of, named.length > 0 || /\bup\b/.test(expr)]).toEqual([of, true])
      expect([of, named.filter((name) => !served.has(name))]).toEqual([of, []])
    }
    await expect.poll(page).toMatch(/^candor_frame_age_seconds 0\.\d+$/m)
    const text = await page()
    expect(text).toMatch(/^candor_ledger_halted 0$/m)
    expect(text).toMatch(/^candor_pool_connections [1-9]\d*$/m)
    expect(text).toMatch(/^candor_data_free_bytes [1-9]/m)
    for (const origin of [server.origin, server.consoleOrigin]) {
      const response = await fetch(`${origin}/metrics`)
      expect([response.status, (await response.text()).includes('candor_')]).toEqual([404, false])
    }
  } finally {
    await server.stop()
    await database.close()
  }
})

test('each alert has a page of what to do, and a case that makes it fire', () => {
  const names = rules.map(({ alert }) => alert)
  expect(new Set(names).size).toBe(names.length)
  for (const { alert, annotations } of rules) {
    expect(annotations.runbook).toBe(`ops/runbooks/${alert}.md`)
  }
  const pages = readdirSync(join(root, 'ops/runbooks')).map((name) => name.replace('.md', ''))
  expect(pages.toSorted()).toEqual(names.toSorted())
  const cases = z
    .parse(casesFile, parse(read('ops/prometheus/alerts.test.yaml')))
    .tests.flatMap((each) => each.alert_rule_test)
    .filter(({ exp_alerts }) => exp_alerts.length > 0)
  expect(cases.map(({ alertname }) => alertname).toSorted()).toEqual(names.toSorted())
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

test.skipIf(!hasPromtool)('each alert fires in Prometheus itself; skipped where there is no promtool', () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'alerts.test.yaml'], {
    cwd: rulesFolder,
    encoding: 'utf8',
  })
  expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')])
})
