import type { OrderView } from '@candor/api'
import { createListeners } from '@candor/client'

const changes = createListeners<[]>()
let shown: OrderView | null = null

/** The contract whose result is on the screen: its chart keeps its windows for as long. */
export const shownResult = {
  get: (): OrderView | null => shown,
  set: (order: OrderView | null): void => {
    shown = order
    changes.notify()
  },
  subscribe: changes.add,
}
