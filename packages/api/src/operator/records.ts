import * as z from 'zod/mini'
import { idText, noInput, pageFields } from '../fields.ts'
import { operation } from '../operation.ts'
import type { OperatorAccess } from '../operation.ts'

/** The parts of a view, a list or a detail that differ from one subject to another. */
interface RecordParts<Output extends z.core.$ZodType, Allowed extends OperatorAccess> {
  readonly path: `operator/${string}`
  readonly summary: string
  readonly access: Allowed
  readonly output: Output
}

/** Declares an operation that takes no fields and returns one view. */
export function operatorView<Output extends z.core.$ZodType, const Allowed extends OperatorAccess>({
  path,
  summary,
  access,
  output,
}: RecordParts<Output, Allowed>) {
  return operation({ audience: 'operator', path, summary, access, input: noInput, output, refusals: [] })
}

/** Declares a list of records in pages. `filters` are its fields beside those of a page. */
export function operatorList<
  Filters extends z.core.$ZodShape,
  Output extends z.core.$ZodType,
  const Allowed extends OperatorAccess,
>({ path, summary, access, filters, output }: RecordParts<Output, Allowed> & { readonly filters: Filters }) {
  const input = z.object({ ...filters, ...pageFields })
  return operation({ audience: 'operator', path, summary, access, input, output, refusals: [] })
}

/** Declares the detail of one record. */
export function operatorDetail<Output extends z.core.$ZodType, const Allowed extends OperatorAccess>({
  path,
  summary,
  access,
  output,
}: RecordParts<Output, Allowed>) {
  const input = z.object({ id: idText })
  return operation({ audience: 'operator', path, summary, access, input, output, refusals: ['not-found'] })
}
