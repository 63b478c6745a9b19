import * as z from 'zod/mini'
import { page, timeMs } from '../fields.ts'
import { operatorOperation } from '../operation.ts'
import { decisionFields, idText, noteText } from './operator-fields.ts'
import { operatorConfirm, operatorReject, proposalList, proposalState } from './proposal.ts'
import { operatorList } from './records.ts'

const readers = ['risk', 'lead', 'auditor'] as const
const writers = ['risk', 'lead'] as const

const incidentFacts = {
  kind: z.enum(['no-prices', 'stale', 'log-late']),
  /** The symbol of an instrument or the name of a log; null where it is none. */
  subject: z.nullable(z.string()),
  startedMs: timeMs,
}

const incidentRecord = z.object({
  id: z.string(),
  ...incidentFacts,
  endedMs: z.nullable(timeMs),
  /** The newest published text; null where there is none. */
  explanation: z.nullable(z.string()),
})
export type IncidentRecord = z.output<typeof incidentRecord>

export const operatorIncidents = operatorList('operator/incidents', readers, {
  summary: 'Incidents that the server noticed, newest first, with their published explanations.',
  filters: {},
  output: page(incidentRecord),
})

/** A text about an incident: one operator writes it, a second one publishes it as the next version. */
const explanationView = z.object({
  id: z.string(),
  incidentId: z.string(),
  ...incidentFacts,
  /** The text. */
  note: z.string(),
  state: proposalState,
  /** Of the published ones of its incident, from 1 on; null where it is not published. */
  version: z.nullable(z.int()),
  ...decisionFields,
})
export type ExplanationView = z.output<typeof explanationView>

export const operatorExplanations = {
  list: proposalList('operator/explanations', readers, 'Explanations of incidents, newest first.', explanationView),
  propose: operatorOperation('operator/explanation_propose', writers, {
    summary: 'Writes an explanation of an incident. Nothing is published until another operator confirms.',
    input: z.object({ incidentId: idText, note: noteText }),
    output: explanationView,
    refusals: ['not-found'],
  }),
  confirm: operatorConfirm('operator/explanation_confirm', writers, {
    summary: 'Publishes an explanation that another operator wrote, as the next version. Earlier versions stay public.',
    output: explanationView,
  }),
  reject: operatorReject('operator/explanation_reject', writers, {
    summary: 'Rejects an explanation, or takes back one’s own.',
    output: explanationView,
  }),
}
