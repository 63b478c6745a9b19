import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as contract from '@candor/api'
import * as support from '@candor/api/support'
import fc from 'fast-check'
import { build } from 'vite'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as leanZod from '../src/app/first-load/lean-zod.ts'
import { safeParse } from '../src/app/first-load/lean-zod.ts'
import type { Schema } from '../src/app/first-load/lean-zod.ts'

type Module = Readonly<Record<string, unknown>>

/** A module of the contract as the app's build has it. */
async function builtLean(file: string): Promise<Module> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    resolve: {
      alias: [{ find: /^zod\/mini$/, replacement: join(import.meta.dirname, '../src/app/first-load/lean-zod.ts') }],
    },
    build: { write: false, minify: false, lib: { entry: join(contractSources, file), formats: ['es'] } },
  })
  for (const { output } of Array.isArray(built) ? built : 'output' in built ? [built] : []) {
    const path = join(folder, `${basename(file, '.ts')}.mjs`)
    writeFileSync(path, output[0].code)
    return import(pathToFileURL(path).href)
  }
  throw new Error(`${file} was not built`)
}

const folder = mkdtempSync(join(tmpdir(), 'candor-lean-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const contractSources = join(import.meta.dirname, '../../../packages/api/src')

const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof value === 'object' && value !== null && '_zod' in value

const nonsense = [
  undefined,
  null,
  '',
  'x',
  '1.5',
  -1,
  0,
  0.5,
  7,
  NaN,
  Infinity,
  1e21,
  true,
  [],
  [1],
  [1, 2, 3],
  {},
  { op: 'x' },
  { op: 1, b: 2 },
  JSON.parse('{"__proto__":"x"}') as unknown,
] as const
const junk = fc.constantFrom(...nonsense)

/** Mostly values that fit a schema; occasionally others, or none. */
function valuesOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 40, arbitrary: soundOf(schema) }, { weight: 1, arbitrary: junk })
}

type Def = z.core.$ZodTypes['_zod']['def']

const orMissing = ({ innerType }: { readonly innerType: z.core.$ZodType }) =>
  fc.oneof(valuesOf(innerType), fc.constant(undefined))

/** Generators for each kind of schema. */
const makers: {
  readonly [Kind in Def['type']]?: (def: Extract<Def, { readonly type: Kind }>) => fc.Arbitrary<unknown>
} = {
  object: ({ shape }) => {
    const fields: Record<string, fc.Arbitrary<unknown>> = { unheardOf: fc.constant(1) }
    for (const [name, field] of Object.entries(shape)) fields[name] = valuesOf(field)
    const isOptional = (name: string) => shape[name]?._zod.optin !== undefined
    return fc.record(fields, { requiredKeys: Object.keys(fields).filter((name) => !isOptional(name)) })
  },
  string: ({ checks = [] }) => {
    const pattern = checks
      .map(({ _zod: { def } }) => ('pattern' in def ? def.pattern : null))
      .find((found) => found instanceof RegExp)
    return pattern === undefined
      ? fc.string()
      : fc.stringMatching(new RegExp(pattern.source, pattern.unicode ? 'u' : ''))
  },
  number: () => fc.oneof(fc.integer(), fc.integer({ min: 0, max: 100 })),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  unknown: () => fc.jsonValue(),
  enum: ({ entries }) => fc.constantFrom(...Object.values(entries)),
  literal: ({ values }) => fc.constantFrom(...values),
  array: ({ element }) => fc.array(valuesOf(element), { maxLength: 3 }),
  tuple: ({ items }) => fc.tuple(...items.map(valuesOf)),
  record: ({ valueType }) => fc.dictionary(fc.string(), valuesOf(valueType), { maxKeys: 3 }),
  union: ({ options }) => fc.oneof(...options.map(valuesOf)),
  optional: orMissing,
  nonoptional: orMissing,
  default: orMissing,
  nullable: ({ innerType }) => fc.oneof(valuesOf(innerType), fc.constant(null)),
  pipe: ({ in: first }) => valuesOf(first),
  file: () => fc.constant(new File(['x'], 'x.png')),
}

function soundOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const def = schema._zod.def as Def
  const make = makers[def.type] as ((def: Def) => fc.Arbitrary<unknown>) | undefined
  if (make === undefined) throw new Error(`nothing here makes a ${def.type}`)
  return make(def)
}

/** All schemas of a module: its operations' responses, and others. */
function readable(module: Module): (readonly [name: string, schema: unknown])[] {
  return Object.entries(module).map(([name, value]) => [name, isOperation(value) ? value.output : value] as const)
}

function isOperation(value: unknown): value is { readonly output: unknown } {
  return typeof value === 'object' && value !== null && 'output' in value && 'path' in value
}

/** A form field's first message for a text, which is all that the app reads of an error. */
function messageOf(
  error: { readonly issues: readonly { readonly message: string }[] } | undefined,
  value: unknown,
): string | undefined {
  return typeof value === 'string' ? error?.issues[0]?.message : undefined
}

describe('the schemas with which the app reads responses', () => {
  it('reads nonsense as zod does', () => {
    const made = (kit: typeof z) => ({
      tuple: kit.tuple([kit.int(), kit.int()]),
      object: kit.object({ op: kit.optional(kit.unknown()), b: kit.optional(kit.int()) }),
      present: kit.nonoptional(kit.optional(kit.number())),
      presentField: kit.object({ op: kit.nonoptional(kit.optional(kit.int())) }),
      checked: kit.int('first').check(kit.refine((value) => value.toFixed(0) !== '7', 'second')),
      fallback: kit._default(kit.int(), 3),
      either: kit.union([kit.string(), kit.int()], 'either'),
      number: kit.number(),
      int: kit.int(),
      nullable: kit.nullable(kit.string()),
      optional: kit.optional(kit.boolean()),
      record: kit.record(kit.string(), kit.string()),
      positive: kit.number().check(kit.positive()),
      short: kit.array(kit.unknown()).check(kit.minLength(1), kit.maxLength(2)),
      trimmed: kit.string().check(kit.trim(), kit.length(1)),
    })
    // The stand-in has no types of its own: it is used as what it replaces.
    const lean: Readonly<Record<string, unknown>> = made(leanZod as unknown as typeof z)
    const read = Object.entries(made(z)).flatMap(([name, schema]) =>
      nonsense.map(
        (value) => [name, value, z.safeParse(schema, value), safeParse(lean[name] as Schema, value)] as const,
      ),
    )
    expect(read.map(([name, value, , { success, data }]) => [name, value, success, data])).toEqual(
      read.map(([name, value, { success, data }]) => [name, value, success, data]),
    )
  })

  it.each([
    ['index.ts', contract],
    ['support-index.ts', support],
  ])('reads all of %s as zod does', async (file, module) => {
    const lean = new Map(readable(await builtLean(file)))
    const schemas = readable(module).flatMap(([name, schema]) => (isSchema(schema) ? [[name, schema] as const] : []))
    for (const [name, schema] of schemas)
      fc.assert(
        fc.property(valuesOf(schema), (value) => {
          const expected = z.safeParse(schema, value)
          const read = safeParse(lean.get(name) as Schema, value)
          expect({ name, ...read, error: messageOf(read.error, value) }).toEqual({
            name,
            ...expected,
            error: messageOf(expected.error, value),
          })
        }),
        { numRuns: 60 },
      )
    expect(schemas.length).toBeGreaterThan(10)
  })
})
