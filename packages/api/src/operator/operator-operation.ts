import * as z from 'zod/mini'
import { publicRefusals } from '../operation.ts'
import type { RefusalName } from '../refusals.ts'

/** Operators' roles, in display order. */
export const operatorRoles = ['support', 'kyc', 'payments', 'desk', 'risk', 'lead', 'auditor', 'security'] as const
export type OperatorRole = (typeof operatorRoles)[number]
export const operatorRole = z.enum(operatorRoles, 'unknown-value')

/** Who may call: anyone, every operator who is logged in, or one with any of these roles. */
export type OperatorAccess = 'public' | 'any' | readonly OperatorRole[]

/**
 * One operation of the operators' API: its path, which starts with `operator/`, its schemas and the refusals that it
 * declares itself.
 */
export interface OperatorOperation<
  Input extends z.core.$ZodType = z.core.$ZodType,
  Output extends z.core.$ZodType = z.core.$ZodType,
  Refusal extends RefusalName = RefusalName,
> {
  readonly path: `operator/${string}`
  readonly summary: string
  readonly roles: OperatorAccess
  readonly input: Input
  readonly output: Output
  readonly refusals: readonly Refusal[]
}

/** The parsed input of an operation, as its handler sees it. */
export type OperatorInputOf<O> =
  O extends OperatorOperation<infer Input, z.core.$ZodType, RefusalName> ? z.output<Input> : never

/** What a caller passes to an operation, before parsing. */
export type OperatorCallOf<O> =
  O extends OperatorOperation<infer Input, z.core.$ZodType, RefusalName> ? z.input<Input> : never

/** The data of a successful response. */
export type OperatorOutputOf<O> =
  O extends OperatorOperation<z.core.$ZodType, infer Output, RefusalName> ? z.output<Output> : never

/** The refusals that an operation declares itself, besides those common to every call. */
export type OperatorRefusalOf<O> =
  O extends OperatorOperation<z.core.$ZodType, z.core.$ZodType, infer Refusal> ? Refusal : never

/** Declares an operation and keeps the exact types of its schemas and refusals. */
export function operatorOperation<
  const Refusal extends RefusalName,
  Input extends z.core.$ZodType,
  Output extends z.core.$ZodType,
>(declared: OperatorOperation<Input, Output, Refusal>): OperatorOperation<Input, Output, Refusal> {
  return declared
}

/** Refusals of every call that needs an operator. Not logged in is HTTP 408, as everywhere. */
export const operatorRefusals = ['not-logged-in', 'not-allowed'] as const

/** Every refusal that an operation may return, including the common ones. */
export function operatorRefusalsOf(declared: OperatorOperation): readonly RefusalName[] {
  const general = declared.roles === 'public' ? publicRefusals : [...publicRefusals, ...operatorRefusals]
  return [...new Set<RefusalName>([...declared.refusals, ...general])]
}

export { fileAnswer } from '../fields.ts'
