import type { OrderView } from '@candor/api'
import { CountdownRing } from '@candor/ui'
import { realtime } from '../api/realtime/index.ts'

export interface OrderRingProps {
  readonly order: Pick<OrderView, 'exitAtMs' | 'durationMs'>
  readonly diameterPx: number
  readonly strokePx: number
}

/** The remaining time of an order, by the server's clock. */
export function OrderRing({ order: { exitAtMs, durationMs }, ...size }: OrderRingProps) {
  return <CountdownRing {...size} endMs={exitAtMs} durationMs={durationMs} nowMs={realtime.clock.nowMs} />
}
