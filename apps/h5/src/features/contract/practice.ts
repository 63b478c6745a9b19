import type { ReactNode } from 'react'
import type { OrderView } from '@candor/api'
import type { Asset } from '@candor/money'
import type { Offer } from './sheets/confirm-sheet.tsx'

/** Where a page's contracts are found. */
export type OrdersRoute = 'contractOrders' | 'practiceOrders'

/** What takes the place of the customer's account where a visitor trades practice money. */
export interface Practice {
  readonly routes: { readonly trade: 'practice'; readonly orders: OrdersRoute }
  /** Chosen on the ticket by itself. */
  readonly money: { readonly asset: Asset }
  readonly availableUnits: bigint
  /** The open practice contracts, newest first. */
  readonly orders: readonly OrderView[]
  /** Above the ticket's choices, and beside the titles of its sheets. */
  readonly label: ReactNode
  readonly tag: ReactNode
  /** Below the stake. */
  readonly balance: string
  /** Places the contract and returns its id; null where the price that was seen is too old. */
  readonly buy: (offer: Offer) => Promise<string | null>
}
