import * as z from 'zod/mini'
import { idText, pageFields } from '../fields.ts'
import { operatorOperation } from '../operation.ts'
import type { OperatorAccess, OperatorPath } from '../operation.ts'
import type { RefusalName } from '../refusals.ts'
import { noteText } from './operator-fields.ts'

/** The parts of a list or a detail that differ from one subject to another. */
interface RecordParts<Output extends z.core.$ZodType> {
  readonly summary: string
  readonly output: Output
}

/** Declares a list of records in pages. `filters` are its fields beside those of a page. */
export function operatorList<
  Filters extends z.core.$ZodShape,
  Output extends z.core.$ZodType,
  const Allowed extends OperatorAccess,
>(path: OperatorPath, access: Allowed, { filters, ...parts }: RecordParts<Output> & { readonly filters: Filters }) {
  return operatorOperation(path, access, { ...parts, input: z.object({ ...filters, ...pageFields }) })
}

/** Declares the detail of one record. */
export function operatorDetail<Output extends z.core.$ZodType, const Allowed extends OperatorAccess>(
  path: OperatorPath,
  access: Allowed,
  parts: RecordParts<Output>,
) {
  return operatorAct(path, access, parts)
}

/** The parts of an act on one record. `refusals` are those beside that of a record that does not exist. */
export interface ActParts<Output extends z.core.$ZodType, Refusal extends RefusalName> extends RecordParts<Output> {
  readonly refusals?: readonly Refusal[]
}

/** Declares what an operator does with one record, beyond reading it. */
export function operatorAct<
  Output extends z.core.$ZodType,
  const Allowed extends OperatorAccess,
  const Refusal extends RefusalName = never,
>(path: OperatorPath, access: Allowed, { refusals = [], ...parts }: ActParts<Output, Refusal>) {
  const input = z.object({ id: idText })
  return operatorOperation(path, access, { ...parts, input, refusals: ['not-found', ...refusals] })
}

/** The same with a note for the audit. */
export function operatorNotedAct<
  Output extends z.core.$ZodType,
  const Allowed extends OperatorAccess,
  const Refusal extends RefusalName = never,
>(path: OperatorPath, access: Allowed, { refusals = [], ...parts }: ActParts<Output, Refusal>) {
  const input = z.object({ id: idText, note: noteText })
  return operatorOperation(path, access, { ...parts, input, refusals: ['not-found', ...refusals] })
}
