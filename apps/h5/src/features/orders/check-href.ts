import type { OrderView } from '@candor/api'
import { checkAddress } from '../../shared/proof/index.ts'

/** The page that recomputes both prices of a contract, at the address that this app was loaded from. */
export function checkHref(order: OrderView): string {
  return checkAddress(window.location.origin, order)
}
