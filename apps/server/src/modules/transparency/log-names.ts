/** The logs: the prices of every slot, and what is booked and changed. */
export const logNames = ['ticks', 'events'] as const
export type LogName = (typeof logNames)[number]
