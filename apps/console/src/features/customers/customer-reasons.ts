import type { disableReason, enableReason, signOutReason } from '@candor/api/operator'
import type * as z from 'zod/mini'
import { t } from '../../shared/i18n/index.ts'

type CustomerReason = z.output<typeof disableReason> | z.output<typeof enableReason> | z.output<typeof signOutReason>

/** The reasons of an act on an account. */
export function customerReasons<Reason extends CustomerReason>(values: readonly (Reason | 'customer-asked')[]) {
  return {
    label: t('customers.reason'),
    values,
    labelOf: (reason: Reason | 'customer-asked') => t(`customers.reason.${reason}`),
    first: 'customer-asked' as const,
  }
}
