import * as z from 'zod/mini'
import { noInput, pageFields, recordId } from './fields.ts'
import type { OperatorRole } from './operator/operator-role.ts'
import type { RefusalName } from './refusals.ts'
import type { SuccessName } from './successes.ts'

/** The access of a customer's operation: anybody, a customer who is logged in, or one who is also verified. */
export type Access = 'public' | 'login' | 'verified'

/** The access of an operator's operation: anybody, any operator who is logged in, or one with any of these roles. */
export type OperatorAccess = 'public' | 'any' | readonly OperatorRole[]

/** What a declaration says of an operation, beside its path and its access. */
interface OperationParts<
  Input extends z.core.$ZodType = z.core.$ZodType,
  Output extends z.core.$ZodType = z.core.$ZodType,
  Refusal extends RefusalName = RefusalName,
> {
  readonly summary: string
  /** Set on a public operation that shows more to a known caller. A bad token counts as none. */
  readonly readsToken?: boolean
  /** Serves disabled accounts too: set on operations that lead to customer service. */
  readonly servesDisabled?: boolean
  /** Left out where it takes no fields. */
  readonly input?: Input
  /** Set where a response has the browser keep that it has logged in: its cookie is sent and stored. */
  readonly remembersDevice?: boolean
  /**
   * Set on a public operation that depends on an earlier one of the same visitor, or that a later one depends on. Its
   * cookies are sent: by one of them a platform of several cells serves them from the same.
   */
  readonly staysInPlace?: boolean
  /** Set where the browser forgets what it cached of earlier responses. It heeds that of calls with cookies only. */
  readonly clearsCache?: boolean
  /** The longest form in bytes, for an operation with long texts: a character may take nine. Usually 16 kB. */
  readonly maxFormBytes?: number
  readonly output: Output
  /** Those beside the general ones; left out where there are none. */
  readonly refusals?: readonly Refusal[]
  /** The success text returned as `msg`; none for an operation that only returns data. */
  readonly success?: SuccessName
}

/** A call of the customers' API. It is served at its path under `/api/`. */
export interface CustomerOperation<
  Input extends z.core.$ZodType = z.core.$ZodType,
  Output extends z.core.$ZodType = z.core.$ZodType,
  Refusal extends RefusalName = RefusalName,
  Allowed extends Access = Access,
> extends OperationParts<Input, Output, Refusal> {
  readonly audience: 'customer'
  readonly path: string
  readonly access: Allowed
  readonly input: Input
  readonly refusals: readonly Refusal[]
}

/** The path of an operator's operation, at which it is served as it is. */
export type OperatorPath = `operator/${string}`

/** A call of the operators' API. */
export interface OperatorOperation<
  Input extends z.core.$ZodType = z.core.$ZodType,
  Output extends z.core.$ZodType = z.core.$ZodType,
  Refusal extends RefusalName = RefusalName,
  Allowed extends OperatorAccess = OperatorAccess,
> extends OperationParts<Input, Output, Refusal> {
  readonly audience: 'operator'
  readonly path: OperatorPath
  readonly access: Allowed
  readonly input: Input
  readonly refusals: readonly Refusal[]
}

/** The longest form of an operation with texts of some 2,000 characters. */
export const longFormBytes = 32_768

/** One call of the API: its audience, path, schemas and refusals. */
export type Operation<
  Input extends z.core.$ZodType = z.core.$ZodType,
  Output extends z.core.$ZodType = z.core.$ZodType,
  Refusal extends RefusalName = RefusalName,
> = CustomerOperation<Input, Output, Refusal> | OperatorOperation<Input, Output, Refusal>

/** The parsed input of an operation, as its handler receives it. */
export type InputOf<O> = O extends { readonly input: infer Input extends z.core.$ZodType } ? z.output<Input> : never

/** The input of an operation as a caller passes it, before parsing. */
export type CallOf<O> = O extends { readonly input: infer Input extends z.core.$ZodType } ? z.input<Input> : never

/** The data of a successful response. */
export type OutputOf<O> = O extends { readonly output: infer Output extends z.core.$ZodType } ? z.output<Output> : never

/** The refusals that an operation lists itself, beside those that every call may return. */
export type RefusalOf<O> = O extends Operation<z.core.$ZodType, z.core.$ZodType, infer Refusal> ? Refusal : never

/** Declares an operation of customers and keeps the exact types of its access, schemas and refusals. */
export function customerOperation<
  Output extends z.core.$ZodType,
  Allowed extends Access,
  const Refusal extends RefusalName = never,
  Input extends z.core.$ZodType = typeof noInput,
>(
  path: string,
  access: Allowed,
  parts: OperationParts<Input, Output, Refusal>,
): CustomerOperation<Input, Output, Refusal, Allowed>
export function customerOperation(path: string, access: Access, parts: OperationParts): CustomerOperation {
  return { audience: 'customer', path, access, input: noInput, refusals: [], ...parts }
}

/** Declares an operation of operators and keeps the exact types of its access, schemas and refusals. */
export function operatorOperation<
  Output extends z.core.$ZodType,
  const Allowed extends OperatorAccess,
  const Refusal extends RefusalName = never,
  Input extends z.core.$ZodType = typeof noInput,
>(
  path: OperatorPath,
  access: Allowed,
  parts: OperationParts<Input, Output, Refusal>,
): OperatorOperation<Input, Output, Refusal, Allowed>
export function operatorOperation(path: OperatorPath, access: OperatorAccess, parts: OperationParts) {
  return { audience: 'operator', path, access, input: noInput, refusals: [], ...parts }
}

/** The parts of a list or a detail that differ from one subject to another. */
interface RecordParts<Output extends z.core.$ZodType> {
  readonly summary: string
  readonly output: Output
}

/** Declares a list of the customer's own records, in pages. `filters` are its fields beside those of a page. */
export function customerList<Filters extends z.core.$ZodShape, Output extends z.core.$ZodType>(
  path: string,
  { summary, filters, output }: RecordParts<Output> & { readonly filters: Filters },
) {
  return customerOperation(path, 'login', { summary, input: z.object({ ...filters, ...pageFields }), output })
}

/** Declares the detail of one of the customer's own records. */
export function customerDetail<Output extends z.core.$ZodType>(path: string, { summary, output }: RecordParts<Output>) {
  const input = z.object({ id: recordId })
  return customerOperation(path, 'login', { summary, input, output, refusals: ['not-found'] })
}

/** The refusals of calls that book, beside their own: the response was lost, or the books are halted. */
export const bookingRefusals = ['outcome-unknown', 'books-halted'] as const

/** Refusals that any call may return. */
const publicRefusals = [
  'invalid',
  'malformed',
  'foreign-origin',
  'frequent-operations',
  'system-error',
  'system-timeout',
] as const

/** Further refusals of every customer's call that needs login. */
const loginRefusals = ['account-disabled', 'frequent-operations', 'system-error', 'system-timeout', 'conflict'] as const

/** Further refusals of every customer's call that needs verification. */
const verifiedRefusals = ['kyc-not-completed', 'kyc-not-passed'] as const

/** Further refusals of every call that needs an operator. */
const operatorRefusals = ['not-logged-in', 'not-allowed'] as const

/** Every refusal that an operation may return: its own, and the general ones of its audience and access. */
export function refusalsOf(declared: Operation): readonly RefusalName[] {
  return [...new Set<RefusalName>([...declared.refusals, ...publicRefusals, ...accessRefusals(declared)])]
}

function accessRefusals({ audience, access }: Operation): readonly RefusalName[] {
  if (access === 'public') return []
  if (audience === 'operator') return operatorRefusals
  return access === 'verified' ? [...loginRefusals, ...verifiedRefusals] : loginRefusals
}
