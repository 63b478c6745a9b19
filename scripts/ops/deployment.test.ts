import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { helpText } from '../../apps/server/src/platform/config/index.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const composeFile = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      read_only: z.optional(z.boolean()),
      cap_drop: z.optional(z.array(z.string())),
      ports: z.optional(z.array(z.string())),
      volumes: z.array(z.string()),
    }),
  ),
  volumes: z.record(z.string(), z.unknown()),
})

test('the image, the compose file and the service set only settings that exist', () => {
  const known = new Set(helpText().match(/CANDOR_\w+/g))
  for (const path of ['Dockerfile', 'compose.yaml', 'ops/systemd/candor.service']) {
    const named = read(path).match(/CANDOR_\w+/g) ?? []
    expect([path, named.filter((name) => !known.has(name))]).toEqual([path, []])
  }
})

test('our containers write to their volumes only, and console, metrics and database are not open to the network', () => {
  const { services, volumes } = z.parse(composeFile, parse(read('compose.yaml')))
  for (const [name, service] of Object.entries(services)) {
    const rights = [service.read_only, service.cap_drop]
    expect([name, ...rights]).toEqual([name, ...(service.image === 'candor' ? [true, ['ALL']] : rights)])
    for (const volume of service.volumes) expect(Object.keys(volumes)).toContain(volume.split(':')[0])
    const open = (service.ports ?? []).filter((port) => !port.startsWith('127.0.0.1:'))
    expect([name, open]).toEqual([name, name === 'app' ? ['8080:8080'] : []])
  }
  expect(read('compose.yaml')).not.toMatch(/PASSWORD:-|SECRET:-/)
})
