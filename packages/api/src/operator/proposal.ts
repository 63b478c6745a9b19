import * as z from 'zod/mini'
import { page } from '../fields.ts'
import { operatorOperation } from '../operation.ts'
import type { OperatorAccess, OperatorPath } from '../operation.ts'
import type { RefusalName } from '../refusals.ts'
import { decisionFields, noteText } from './operator-fields.ts'
import { operatorAct, operatorList, operatorNotedAct } from './records.ts'
import type { ActParts } from './records.ts'

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

/**
 * Declares that a second operator confirms a proposal. `refusals` are those beside the ones that every such call has.
 */
export function operatorConfirm<
  View extends z.core.$ZodType,
  const Allowed extends OperatorAccess,
  const Refusal extends RefusalName = never,
>(path: OperatorPath, access: Allowed, { refusals = [], ...parts }: ActParts<View, Refusal>) {
  return operatorAct(path, access, { ...parts, refusals: ['same-operator', 'already-decided', ...refusals] })
}

/** Declares that an operator rejects a proposal, or takes back an own one, with a note. */
export function operatorReject<View extends z.core.$ZodType, const Allowed extends OperatorAccess>(
  path: OperatorPath,
  access: Allowed,
  parts: Omit<ActParts<View, never>, 'refusals'>,
) {
  return operatorNotedAct(path, access, { ...parts, refusals: ['already-decided'] })
}

/** Declares the list of a kind of proposals, which its state narrows. */
export function proposalList<View extends z.core.$ZodType, const Allowed extends OperatorAccess>(
  path: OperatorPath,
  access: Allowed,
  summary: string,
  view: View,
) {
  return operatorList(path, access, { summary, filters: { state: z.optional(proposalState) }, output: page(view) })
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
    list: proposalList(`operator/${name}_proposals`, readers, `Proposed ${of}, newest first.`, view),
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
