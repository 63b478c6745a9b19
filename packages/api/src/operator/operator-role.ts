import * as z from 'zod/mini'

/** The roles of operators, in the order in which they are shown. */
export const operatorRoles = ['support', 'kyc', 'payments', 'desk', 'risk', 'lead', 'auditor', 'security'] as const
export type OperatorRole = (typeof operatorRoles)[number]
export const operatorRole = z.enum(operatorRoles, 'unknown-value')
