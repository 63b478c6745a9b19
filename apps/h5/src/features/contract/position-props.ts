import type { OrderView } from '@candor/api'
import type { OrdersRoute } from './practice.ts'

interface PointedProps {
  readonly route: OrdersRoute
  /** The position that is pointed at: the chart highlights it. */
  readonly onPoint: (id: string) => void
}

/** What shows one open position. */
export interface PositionProps extends PointedProps {
  readonly order: OrderView
}

/** What shows all open positions. */
export interface PositionsProps extends PointedProps {
  readonly orders: readonly OrderView[]
}
