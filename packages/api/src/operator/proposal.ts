import * as z from 'zod/mini'
import { page } from '../fields.ts'
import { operatorOperation } from '../operation.ts'
import type { OperatorAccess, OperatorPath } from '../operation.ts'
import type { RefusalName } from '../refusals.ts'
import { decisionFields, idText, noteText } from './operator-fields.ts'
import { operatorList } from './records.ts'

/** The roles that may propose changes for later orders, decide as the second person, and read proposals. */
const proposers = ['risk'] as const
const deciders = ['risk', 'lead'] as const
const readers = ['risk', 'lead', 'auditor'] as const

export const proposalState = z.enum(['proposed', 'confirmed', 'rejected'], 'unknown-value')

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

/** The parts of a decision on a proposal that differ from one subject to another. */
interface DecisionParts<View extends z.core.$ZodType> {
  readonly summary: string
  readonly output: View
}

/**
 * Declares that a second operator confirms a proposal. `refusals` are those beside the ones that every such call has.
 */
export function operatorConfirm<
  View extends z.core.$ZodType,
  const Allowed extends OperatorAccess,
  const Refusal extends RefusalName = never,
>(
  path: OperatorPath,
  access: Allowed,
  { refusals = [], ...parts }: DecisionParts<View> & { readonly refusals?: readonly Refusal[] },
) {
  return operatorOperation(path, access, {
    ...parts,
    input: z.object({ id: idText }),
    refusals: ['not-found', 'same-operator', 'already-decided', ...refusals],
  })
}

/** Declares that an operator rejects a proposal, or takes back an own one, with a note. */
export function operatorReject<View extends z.core.$ZodType, const Allowed extends OperatorAccess>(
  path: OperatorPath,
  access: Allowed,
  parts: DecisionParts<View>,
) {
  const input = z.object({ id: idText, note: noteText })
  return operatorOperation(path, access, { ...parts, input, refusals: ['not-found', 'already-decided'] })
}

/** What a kind of proposals differs in: its view, and what an operator enters beside the note. */
interface ProposalParts<View extends z.core.$ZodType, Fields extends z.core.$ZodShape, Refusal extends RefusalName> {
  readonly view: View
  readonly propose: { readonly summary: string; readonly fields: Fields; readonly refusals: readonly Refusal[] }
}

/**
 * The operations of a kind of proposals: list, propose, and confirm or reject by a second person. `of` names the
 * subject, in the plural.
 */
export function proposalOperations<
  Name extends string,
  View extends z.core.$ZodType,
  Fields extends z.core.$ZodShape,
  const Refusal extends RefusalName,
>(name: Name, of: string, { view, propose }: ProposalParts<View, Fields, Refusal>) {
  return {
    list: operatorList(`operator/${name}_proposals`, readers, {
      summary: `Proposed ${of}, newest first.`,
      filters: { state: z.optional(proposalState) },
      output: page(view),
    }),
    propose: operatorOperation(`operator/${name}_propose`, proposers, {
      summary: propose.summary,
      input: z.object({ ...propose.fields, note: noteText }),
      output: view,
      refusals: propose.refusals,
    }),
    confirm: operatorConfirm(`operator/${name}_confirm`, deciders, {
      summary: `Confirms ${of} that another operator proposed: a new version, for what begins from now on. Refused where another one came meanwhile.`,
      output: view,
      refusals: ['confirmation-required', 'terms-changed'],
    }),
    reject: operatorReject(`operator/${name}_reject`, deciders, {
      summary: `Rejects proposed ${of}, or takes back one’s own.`,
      output: view,
    }),
  }
}
