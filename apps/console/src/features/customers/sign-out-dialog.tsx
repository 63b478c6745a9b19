import { operatorCustomer, operatorCustomerSignOut, signOutReason } from '@candor/api/operator'
import { call, conclude } from '../../shared/api/index.ts'
import { ReasonChoiceDialog } from '../../shared/case/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { customerAct } from './customer-act.ts'
import styles from './customers.module.css'

/** Asks for the reason before all sessions of a customer are ended. */
export function SignOutDialog({ customerId, onClose }: { readonly customerId: string; readonly onClose: () => void }) {
  return (
    <ReasonChoiceDialog
      className={styles.fields}
      {...customerAct('signOut', signOutReason.options)}
      send={async (said) => {
        const result = await call(operatorCustomerSignOut, { id: customerId, ...said })
        // Nothing changed, and reading the customer again would be recorded.
        if (!result.ok) return result.msg
        const done = t('customers.done.signedOut', { count: result.value.endedSessions })
        return conclude(result, { changes: [operatorCustomer], done })
      }}
      onClose={onClose}
    />
  )
}
