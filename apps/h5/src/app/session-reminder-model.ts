/** How often a limit of so many minutes has passed since the session began: each time is one reminder. 0 without a limit. */
export function remindersDue(elapsedMs: number, limitMinutes: number | null): number {
  return limitMinutes === null || limitMinutes <= 0 ? 0 : Math.floor(elapsedMs / (limitMinutes * 60_000))
}

/** What of a session a reload must not forget. */
export interface SpentTime {
  readonly elapsedMs: number
  /** How many reminders were answered. */
  readonly answered: number
}

/** The text that a tab keeps of the time spent. */
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
