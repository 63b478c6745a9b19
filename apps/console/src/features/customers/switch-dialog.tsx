import {
  disableReason,
  enableReason,
  operatorCustomer,
  operatorCustomerDisable,
  operatorCustomerEnable,
  operatorCustomers,
} from '@candor/api/operator'
import type { CustomerListItem } from '@candor/api/operator'
import { call, conclude } from '../../shared/api/index.ts'
import type { Decided } from '../../shared/api/index.ts'
import { ReasonChoiceDialog } from '../../shared/case/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { customerAct } from './customer-act.ts'
import styles from './customers.module.css'

export interface SwitchDialogProps {
  readonly customer: CustomerListItem
  readonly onClose: () => void
}

/** Asks for the reason before an account is disabled, or enabled again. */
export function SwitchDialog({ customer: { id, isEnabled }, onClose }: SwitchDialogProps) {
  const shared = { className: styles.fields, onClose }
  return isEnabled ? (
    <ReasonChoiceDialog
      {...shared}
      {...customerAct('disable', disableReason.options)}
      send={async (said) => concluded(await call(operatorCustomerDisable, { id, ...said }), 'disabled')}
    />
  ) : (
    <ReasonChoiceDialog
      {...shared}
      {...customerAct('enable', enableReason.options)}
      send={async (said) => concluded(await call(operatorCustomerEnable, { id, ...said }), 'enabled')}
    />
  )
}

function concluded(result: Decided, done: 'disabled' | 'enabled'): string | null {
  // Nothing changed, and reading the customer again would be recorded.
  if (!result.ok) return result.msg
  return conclude(result, { changes: [operatorCustomer, operatorCustomers], done: t(`customers.done.${done}`) })
}
