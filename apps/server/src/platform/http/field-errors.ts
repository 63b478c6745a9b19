import { fieldErrorNames } from '@candor/api'
import type { FieldErrorName } from '@candor/api'
import type { z } from 'zod/mini'

const names: ReadonlySet<string> = new Set(fieldErrorNames)

/** Turns validation issues into the wire's map of field to error name, the first issue of each field. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]): Record<string, FieldErrorName> {
  const fields = new Map<string, FieldErrorName>()
  for (const issue of issues) {
    const field = issue.path.length === 0 ? 'form' : String(issue.path[0])
    if (!fields.has(field)) fields.set(field, fieldErrorName(issue))
  }
  return Object.fromEntries(fields)
}

function fieldErrorName(issue: z.core.$ZodIssue): FieldErrorName {
  if (isFieldErrorName(issue.message)) return issue.message
  if (issue.code === 'too_small') return issue.origin === 'string' ? 'too-short' : 'too-small'
  if (issue.code === 'too_big') return issue.origin === 'string' ? 'too-long' : 'too-large'
  if (issue.code === 'invalid_type') return 'required'
  return issue.code === 'invalid_value' ? 'unknown-value' : 'wrong-format'
}

function isFieldErrorName(text: string): text is FieldErrorName {
  return names.has(text)
}
