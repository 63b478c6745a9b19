import type * as z from 'zod/mini'
import type { RefusalName } from './refusals.ts'
import type { SuccessName } from './successes.ts'

/** Who may call: anybody, a customer who is logged in, or one who is also verified and enabled. */
export type Access = 'public' | 'login' | 'verified'

/** One call of the wire contract: its path under `/api/`, its schemas and the refusals that it names itself. */
export interface Operation<
  Input extends z.core.$ZodType = z.core.$ZodType,
  Output extends z.core.$ZodType = z.core.$ZodType,
  Refusal extends RefusalName = RefusalName,
> {
  readonly path: string
  readonly summary: string
  readonly access: Access
  /** A public call that shows a customer more: its token is looked up, and one that is no good is as good as none. */
  readonly readsToken?: boolean
  /** A disabled account is served as well: only what leads to customer service. */
  readonly servesDisabled?: boolean
  readonly input: Input
  readonly output: Output
  readonly refusals: readonly Refusal[]
  /** The success text answered as `msg`; none where the answer is only data. */
  readonly success?: SuccessName
}

/** The parsed input of an operation, as its handler sees it. */
export type InputOf<O> = O extends Operation<infer Input, z.core.$ZodType, RefusalName> ? z.output<Input> : never

/** What a caller passes for an operation, before parsing. */
export type CallOf<O> = O extends Operation<infer Input, z.core.$ZodType, RefusalName> ? z.input<Input> : never

/** The data of a successful answer. */
export type OutputOf<O> = O extends Operation<z.core.$ZodType, infer Output, RefusalName> ? z.output<Output> : never

/** The refusals that an operation names itself, beside those that every call may answer. */
export type RefusalOf<O> = O extends Operation<z.core.$ZodType, z.core.$ZodType, infer Refusal> ? Refusal : never

/** Declares an operation and keeps the exact types of its schemas and refusals. */
export function operation<
  const Refusal extends RefusalName,
  Input extends z.core.$ZodType,
  Output extends z.core.$ZodType,
>(declared: Operation<Input, Output, Refusal>): Operation<Input, Output, Refusal> {
  return declared
}

/** Refusals of every call that needs login. */
export const loginRefusals = [
  'account-disabled',
  'frequent-operations',
  'system-error',
  'system-timeout',
  'conflict',
] as const

/** Further refusals of every call that needs a verified customer. */
export const verifiedRefusals = ['kyc-not-completed', 'kyc-not-passed'] as const

/** Refusals that the dispatcher itself may answer to a public call. */
export const publicRefusals = [
  'invalid',
  'malformed',
  'foreign-origin',
  'frequent-operations',
  'system-error',
  'system-timeout',
] as const

/** Every refusal that an operation may answer, the general ones included. */
export function refusalsOf(declared: Operation): readonly RefusalName[] {
  const general =
    declared.access === 'public'
      ? publicRefusals
      : declared.access === 'login'
        ? [...publicRefusals, ...loginRefusals]
        : [...publicRefusals, ...loginRefusals, ...verifiedRefusals]
  return [...new Set<RefusalName>([...declared.refusals, ...general])]
}
