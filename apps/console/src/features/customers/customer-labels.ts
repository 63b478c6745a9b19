import type { DeviceView } from '@candor/api'
import type { CustomerListItem } from '@candor/api/operator'
import { t } from '../../shared/i18n/index.ts'

/** The state of an account, as the key of its text. */
export function stateOf({ isEnabled, isClosed }: Pick<CustomerListItem, 'isEnabled' | 'isClosed'>) {
  if (isClosed) return 'closed'
  return isEnabled ? 'enabled' : 'disabled'
}

/** A device as its browser describes itself: "Firefox, Android". */
export function deviceLabel({ browser, system }: DeviceView): string {
  const known = [browser, system].filter((part) => part !== null)
  return known.length === 0 ? t('customers.device.unknown') : known.join(', ')
}
