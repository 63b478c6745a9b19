import type { disableReason, enableReason, signOutReason } from '@candor/api/operator'
import type * as z from 'zod/mini'
import { t } from '../../shared/i18n/index.ts'

type CustomerReason = z.output<typeof disableReason> | z.output<typeof enableReason> | z.output<typeof signOutReason>

/** The texts of the dialog of an act on an account, and the reasons for it. */
export function customerAct<Reason extends CustomerReason>(
  act: 'disable' | 'enable' | 'signOut',
  reasons: readonly (Reason | 'customer-asked')[],
) {
  return {
    title: t(`customers.${act}.title`),
    text: t(`customers.${act}.text`),
    confirm: t(`customers.${act}`),
    noteLabel: t('customers.note'),
    reasons: {
      label: t('customers.reason'),
      values: reasons,
      labelOf: (reason: Reason | 'customer-asked') => t(`customers.reason.${reason}`),
      first: 'customer-asked' as const,
    },
  }
}
