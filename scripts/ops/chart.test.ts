import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import * as z from 'zod/mini'
import { parseConfig, settings } from '../../apps/server/src/platform/config/index.ts'
import { version } from '../../apps/server/src/roles/version.ts'
import { renderTemplate } from './render-chart.ts'

const chart = join(import.meta.dirname, '../../ops/helm/candor')
const valuesText = readFileSync(join(chart, 'values.yaml'), 'utf8')
const values = () =>
  z.parse(z.record(z.string(), z.record(z.string(), z.unknown())), { ...parse(valuesText), settingsSecret: {} })

const labels = z.record(z.string(), z.string())
const container = z.object({
  name: z.string(),
  image: z.string(),
  securityContext: z.object({ readOnlyRootFilesystem: z.literal(true), allowPrivilegeEscalation: z.literal(false) }),
  env: z.optional(z.array(z.object({ name: z.string(), value: z.optional(z.string()) }))),
  ports: z.optional(z.array(z.object({ name: z.string(), containerPort: z.int() }))),
  resources: z.optional(z.object({ requests: labels, limits: labels })),
  livenessProbe: z.optional(z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) })),
  readinessProbe: z.optional(z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) })),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
})
const podSchema = z.object({
  metadata: z.object({ labels }),
  spec: z.object({
    securityContext: z.object({ runAsNonRoot: z.literal(true) }),
    initContainers: z.optional(z.array(container)),
    containers: z.array(container),
    volumes: z.array(z.object({ name: z.string() })),
  }),
})
const objectSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.object({ name: z.string() }),
  spec: z.looseObject({}),
})
type KubernetesObject = z.output<typeof objectSchema>

/** The objects of the chart with its values, some of them changed, as release `trial`. */
function render(change: (values: Record<string, Record<string, unknown>>) => void = () => undefined) {
  const changed = values()
  change(changed)
  const scope = { Release: { Name: 'trial' }, Values: { ...changed, settingsSecret: 'candor-settings' } }
  return readdirSync(join(chart, 'templates')).flatMap((name) => {
    const text = renderTemplate(readFileSync(join(chart, 'templates', name), 'utf8'), scope)
    return parseAllDocuments(text).flatMap((document) => {
      expect([name, document.errors]).toEqual([name, []])
      const object: unknown = document.toJS()
      return object === null ? [] : [z.parse(objectSchema, object)]
    })
  })
}
const whole = () => render(({ market }) => Object.assign(market ?? {}, { enabled: true }))
const podsOf = (objects: readonly KubernetesObject[]) =>
  objects.flatMap(({ spec, metadata }) =>
    'template' in spec ? [{ name: metadata.name, pod: z.parse(podSchema, spec['template']), spec }] : [],
  )

describe('the chart', () => {
  it('is of this version, and has a database and no market of its own by default', () => {
    expect(parse(readFileSync(join(chart, 'Chart.yaml'), 'utf8'))).toMatchObject({ appVersion: version })
    expect(values()['image']?.['tag']).toBe(version)
    expect(render().map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      'Service trial-app',
      'StatefulSet trial-app',
      'PodDisruptionBudget trial-app',
      'Cluster trial-database',
      'NetworkPolicy trial-app',
      'NetworkPolicy trial-candor',
    ])
    const elsewhere = render(({ database }) => Object.assign(database ?? {}, { enabled: false }))
    expect(JSON.stringify(elsewhere)).not.toContain('trial-database')
  })

  it('says of each group of values what it is for', () => {
    const lines = valuesText.split('\n')
    const groups = lines.flatMap((line, index) => (/^[a-z][\w-]*:/.test(line) ? [index] : []))
    const isComment = (index: number) => /^\s*#/.test(lines[index] ?? '')
    const silent = groups.filter((index) => !isComment(index - 1) && !isComment(index + 1))
    expect(silent.map((index) => lines[index])).toEqual([])
  })

  it('runs Candor as no root, on a read-only file system, with settings that exist', () => {
    const pods = podsOf(whole())
    expect(pods.map(({ name }) => name)).toEqual(['trial-app', 'trial-market'])
    for (const { pod, spec } of pods) {
      const known = new Set([...pod.spec.volumes.map(({ name }) => name), ...claimsOf(spec)])
      const [candor] = pod.spec.containers
      for (const { volumeMounts } of [...(pod.spec.initContainers ?? []), ...pod.spec.containers])
        for (const { name } of volumeMounts) expect(known).toContain(name)
      expect(candor?.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp', '/database-ca'])
      expect(candor?.resources?.limits['memory']).toBeDefined()
      const env = Object.fromEntries((candor?.env ?? []).map(({ name, value }) => [name, value ?? 'from-a-secret']))
      const filled = env['DATABASE_URL']?.replaceAll(/\$\((\w+)\)/g, (_, name: string) => env[name] ?? 'missing')
      expect(filled).toContain('from-a-secret:from-a-secret@trial-database-rw:5432/candor?sslmode=verify-full')
      const names: ReadonlySet<string> = new Set(Object.values(settings).map(({ env: name }) => name))
      const unknown = Object.keys(env).filter((name) => !names.has(name) && !/^DATABASE_(USER|PASSWORD)$/.test(name))
      expect(unknown).toEqual([])
      parseConfig({ ...env, DATABASE_URL: filled })
    }
  })

  it('asks the app whether it lives and is ready, on ports that it opens', () => {
    const [app] = podsOf(render())
    const [candor] = app?.pod.spec.containers ?? []
    expect(candor?.livenessProbe?.httpGet).toEqual({ path: '/livez', port: 'app' })
    expect(candor?.readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'app' })
    expect(candor?.ports).toEqual([
      { name: 'app', containerPort: 8080 },
      { name: 'console', containerPort: 8081 },
      { name: 'metrics', containerPort: 9464 },
    ])
  })

  it('selects pods by labels that they have, in services, budgets and walls', () => {
    const objects = whole()
    const pods = podsOf(objects)
    const selectors = objects.flatMap(({ kind, spec }) => {
      if (kind === 'Service') return [z.parse(labels, spec['selector'])]
      const found = z.safeParse(z.object({ matchLabels: labels }), spec['selector'] ?? spec['podSelector'])
      return found.success ? [found.data.matchLabels] : []
    })
    expect(selectors).toHaveLength(7)
    for (const selector of selectors) {
      const chosen = pods.filter(({ pod }) =>
        Object.entries(selector).every(([name, value]) => pod.metadata.labels[name] === value),
      )
      expect([selector, chosen.length > 0]).toEqual([selector, true])
    }
  })

  it('opens the console and the metrics to named namespaces only, and lets nothing else in', () => {
    const walls = render().filter(({ kind }) => kind === 'NetworkPolicy')
    const ingress = z.array(z.object({ from: z.array(z.unknown()), ports: z.array(z.object({ port: z.int() })) }))
    const rules = z.parse(ingress, walls[0]?.spec['ingress'])
    expect(rules.map(({ ports }) => ports.map(({ port }) => port))).toEqual([[8080], [8081], [9464]])
    expect(rules.every(({ from }) => from.length === 1)).toBe(true)
    expect(walls[1]?.spec).toMatchObject({ policyTypes: ['Ingress', 'Egress'] })
    expect(walls[1]?.spec).not.toHaveProperty('ingress')
  })
})

function claimsOf(spec: Readonly<Record<string, unknown>>): string[] {
  const claims = z.array(z.object({ metadata: z.object({ name: z.string() }) }))
  return z.parse(claims, spec['volumeClaimTemplates'] ?? []).map(({ metadata }) => metadata.name)
}

describe('the renderer', () => {
  it('refuses what it does not understand, and values that are not set', () => {
    expect(() => renderTemplate('{{ include "x" . }}', {})).toThrow('not understood')
    expect(() => renderTemplate('{{ .Values.a | upper }}', { Values: { a: 'b' } })).toThrow('not understood')
    expect(() => renderTemplate('{{ .Values.b }}', { Values: { a: 1 } })).toThrow('.Values.b is not set')
  })

  it('renders blocks in one another', () => {
    const template =
      'a:\n{{- range $k, $v := .m }}\n{{- if $v }}\n  {{ $k }}: {{ $v | quote }}\n{{- end }}\n{{- end }}\nb: 1\n'
    expect(renderTemplate(template, { m: { x: 'one', y: '', z: 'two' } })).toBe('a:\n  x: "one"\n  z: "two"\nb: 1\n')
  })
})
