import { operations } from '@candor/api'
import { operatorOperations } from '@candor/api/operator'
import { describe, expect, it } from 'vitest'
import { toJSONSchema } from 'zod/mini'
import { hasTooManyFields, hasTooManyMembers, usualFormBytes } from './bodies.ts'

describe('a form', () => {
  it.each([
    ['a hundred fields', Array.from({ length: 100 }, (_, index) => `f${index}=1`).join('&'), false],
    ['a hundred and one', Array.from({ length: 101 }, (_, index) => `f${index}=1`).join('&'), true],
    ['empty fields', '&'.repeat(100), true],
    ['none', '', false],
  ])('of %s', (_name, form, isTooMuch) => {
    expect(hasTooManyFields(form)).toBe(isTooMuch)
  })
})

describe('JSON', () => {
  it.each([
    ['sixteen deep', `${'['.repeat(16)}${']'.repeat(16)}`, false],
    ['seventeen deep', `${'{"a":'.repeat(17)}1${'}'.repeat(17)}`, true],
    ['deep and never closed', '['.repeat(500_000), true],
    ['wide', `[${'1,'.repeat(400)}1]`, false],
    ['too wide', `[${'1,'.repeat(500)}1]`, true],
    ['many keys in many objects', `[${'{"a":1,"b":2},'.repeat(200)}{}]`, true],
    ['brackets and commas in a text', JSON.stringify({ a: '[{,'.repeat(1_000) }), false],
    ['quotes and backslashes in a text', JSON.stringify({ a: '\\"[[[[[[[[[[[[[[[[[[' }), false],
    ['a text that is never closed', `{"a":"${'['.repeat(100)}`, false],
  ])('that is %s', (_name, json, isTooMuch) => {
    expect(hasTooManyMembers(json)).toBe(isTooMuch)
  })
})

interface TextSchema {
  readonly type?: string
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly properties?: Readonly<Record<string, TextSchema>>
}

/** Encoded as a form, a character takes three bytes of UTF-8 at most, and each of them three characters. */
const bytesOfCharacter = 9
/** Texts in base64, of which a form encodes few characters. */
const plainTexts: readonly string[] = ['altcha', 'response', 'used']

function longestBytes({ properties = {} }: TextSchema): number {
  return Object.entries(properties)
    .map(([name, schema]) => {
      if (schema.properties !== undefined) return longestBytes(schema)
      const { maxLength = 0, pattern, format } = schema
      if (format === 'binary') return 0
      return maxLength * (pattern === undefined && !plainTexts.includes(name) ? bytesOfCharacter : 1)
    })
    .reduce((sum, bytes) => sum + bytes, 0)
}

it.each([...operations, ...operatorOperations].map((operation) => [operation.path, operation] as const))(
  'the longest form of %s is read',
  (_path, { input, maxFormBytes = usualFormBytes }) => {
    const schema = toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as TextSchema
    expect(longestBytes(schema)).toBeLessThan(maxFormBytes)
  },
)
