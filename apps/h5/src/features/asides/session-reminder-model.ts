/**
 * How often a limit of so many minutes has passed since the session started: each time is one reminder. 0 without a
 * limit.
 */
export function remindersDue(elapsedMs: number, limitMinutes: number | null): number {
  return limitMinutes === null || limitMinutes <= 0 ? 0 : Math.floor(elapsedMs / (limitMinutes * 60_000))
}

/** The part of a session that survives a reload. */
export interface SpentTime {
  readonly elapsedMs: number
  /** The number of acknowledged reminders. */
  readonly answered: number
}

/** The serialised time spent, stored per tab. */
export function spentTimeText({ elapsedMs, answered }: SpentTime): string {
  return `${Math.floor(elapsedMs)} ${answered}`
}

/** Reads such a text; null for any other. */
export function parseSpentTime(text: string): SpentTime | null {
  const [, elapsedMs, answered] = /^(\d{1,12}) (\d{1,6})$/.exec(text) ?? []
  return elapsedMs === undefined || answered === undefined
    ? null
    : { elapsedMs: Number(elapsedMs), answered: Number(answered) }
}
