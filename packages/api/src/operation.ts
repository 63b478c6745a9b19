import type * as z from 'zod/mini'
import type { RefusalName } from './refusals.ts'
import type { SuccessName } from './successes.ts'

/** Who may call: anyone, a customer who is logged in, or one who is also verified and enabled. */
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
  /**
   * A public call whose response has more for a customer: the token is looked up, and an invalid token is treated as no
   * token.
   */
  readonly readsToken?: boolean
  /** Disabled accounts may call it, too: only operations that lead to customer service. */
  readonly servesDisabled?: boolean
  readonly input: Input
  readonly output: Output
  readonly refusals: readonly Refusal[]
  /** The success text sent as `msg`; absent when the response is only data. */
  readonly success?: SuccessName
}

/** The parsed input of an operation, as its handler sees it. */
export type InputOf<O> = O extends Operation<infer Input, z.core.$ZodType, RefusalName> ? z.output<Input> : never

/** What a caller passes to an operation, before parsing. */
export type CallOf<O> = O extends Operation<infer Input, z.core.$ZodType, RefusalName> ? z.input<Input> : never

/** The data of a successful response. */
export type OutputOf<O> = O extends Operation<z.core.$ZodType, infer Output, RefusalName> ? z.output<Output> : never

/** The refusals that an operation declares itself, besides those common to every call. */
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

/** Refusals that the dispatcher itself may return for a public call. */
export const publicRefusals = [
  'invalid',
  'malformed',
  'foreign-origin',
  'frequent-operations',
  'system-error',
  'system-timeout',
] as const

/** Every refusal that an operation may return, including the common ones. */
export function refusalsOf(declared: Operation): readonly RefusalName[] {
  const general =
    declared.access === 'public'
      ? publicRefusals
      : declared.access === 'login'
        ? [...publicRefusals, ...loginRefusals]
        : [...publicRefusals, ...loginRefusals, ...verifiedRefusals]
  return [...new Set<RefusalName>([...declared.refusals, ...general])]
}
