import * as z from 'zod/mini'
import { page } from '../fields.ts'
import { operation } from '../operation.ts'
import { decisionFields, idText, noteText } from './operator-fields.ts'
import { operatorList } from './records.ts'

/** The roles that may propose changes for later orders, decide as the second person, and read proposals. */
export const proposers = ['risk'] as const
const deciders = ['risk', 'lead'] as const
const readers = ['risk', 'lead', 'auditor'] as const

const proposalState = z.enum(['proposed', 'confirmed', 'rejected'], 'unknown-value')

/**
 * A version that one operator proposes and a second one confirms: `current` is the version in force, `wanted` the
 * proposed one.
 */
export function proposalView<Current extends z.core.$ZodType, Wanted extends z.core.$ZodType>(
  current: Current,
  wanted: Wanted,
) {
  return z.object({
    id: z.string(),
    state: proposalState,
    current,
    wanted,
    note: z.string(),
    ...decisionFields,
  })
}

/**
 * The operations common to all kinds of proposals: list, and confirm or reject by a second person. `of` names the
 * subject, in the plural.
 */
export function proposalOperations<Name extends string, View extends z.core.$ZodType>(
  name: Name,
  of: string,
  view: View,
) {
  return {
    list: operatorList({
      path: `operator/${name}_proposals`,
      summary: `Proposed ${of}, newest first.`,
      access: readers,
      filters: { state: z.optional(proposalState) },
      output: page(view),
    }),
    confirm: operation({
      audience: 'operator',
      path: `operator/${name}_confirm`,
      summary: `Confirms ${of} that another operator proposed: a new version, for what begins from now on. Refused where another one came meanwhile.`,
      access: deciders,
      input: z.object({ id: idText }),
      output: view,
      refusals: ['not-found', 'same-operator', 'already-decided', 'confirmation-required', 'terms-changed'],
    }),
    reject: operation({
      audience: 'operator',
      path: `operator/${name}_reject`,
      summary: `Rejects proposed ${of}, or takes back one’s own.`,
      access: deciders,
      input: z.object({ id: idText, note: noteText }),
      output: view,
      refusals: ['not-found', 'already-decided'],
    }),
  }
}
