import type { Frame } from '../../../platform/bus/index.ts'
import { TickRecorder } from '../tick-recorder.ts'
import type { SlotTicks } from '../tick-recorder.ts'

/** The record of a frame that no tick preceded. */
export function noTicks({ prices }: Pick<Frame, 'prices'>): SlotTicks {
  return new TickRecorder({ instrumentCount: prices.length, numberOf: () => null }).take()
}
