import { languages } from '@candor/api'
import type { OperatorOperation } from '@candor/api/operator'
import * as z from 'zod/mini'

/** Values that fields accept, the simplest first. */
const candidates: readonly unknown[] = [
  '1',
  'USD',
  'true',
  'kyc:1',
  'BTCUSDT',
  '0.5',
  '30000',
  '60000',
  'a note of the tests',
  '018f4e9c-6f5e-7b57-9c39-9d0f2f0a1b2c',
  '123456',
  'a'.repeat(32),
  'a'.repeat(43),
  'a'.repeat(64),
  JSON.stringify({
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
  }),
  '{"timeZone":"UTC","days":[]}',
  JSON.stringify(Object.fromEntries(languages.map((language) => [language, 'a note of the tests']))),
]

/**
 * Builds a valid form from an operation's schema: optional fields are omitted, and every other field gets the first
 * value that it accepts. Throws when none fits: then add one here.
 */
export function operatorForm(
  { path, input }: OperatorOperation,
  wanted: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const fields = Object.keys(properties)
  const form: Record<string, string> = { ...wanted }
  for (const field of fields) {
    const faulty = () => z.safeParse(input, form).error?.issues.some((issue) => issue.path[0] === field) === true
    if (!faulty()) continue
    const choices = [...enumOf(properties[field]), ...candidates]
    const sound = choices.find((choice) => {
      form[field] = String(choice)
      return !faulty()
    })
    if (sound === undefined) throw new Error(`${path}: no value is known that the field ${field} takes`)
  }
  if (!z.safeParse(input, form).success) throw new Error(`${path}: ${JSON.stringify(form)} is no sound form`)
  return form
}

function enumOf(schema: unknown): unknown[] {
  return typeof schema === 'object' && schema !== null && 'enum' in schema && Array.isArray(schema.enum)
    ? schema.enum
    : []
}
