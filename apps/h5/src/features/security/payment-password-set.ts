import { indexPay } from '@candor/api'
import { showToast } from '@candor/ui'
import { invalidate } from '../../shared/api/index.ts'
import { navigation } from '../../shared/page/index.ts'

/** Confirms the change, and returns to the screen that required it. */
export function paymentPasswordSet(msg: string): void {
  invalidate(indexPay)
  showToast('done', msg)
  navigation.back()
}
