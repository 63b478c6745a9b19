import * as z from 'zod/mini'
import { idText, pageFields } from '../fields.ts'
import { operatorOperation } from '../operation.ts'
import type { OperatorAccess, OperatorPath } from '../operation.ts'

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
  return operatorOperation(path, access, { ...parts, input: z.object({ id: idText }), refusals: ['not-found'] })
}
