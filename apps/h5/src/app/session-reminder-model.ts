/** How often a limit of so many minutes has passed since the session began: each time is one reminder. 0 without a limit. */
export function remindersDue(elapsedMs: number, limitMinutes: number | null): number {
  return limitMinutes === null || limitMinutes <= 0 ? 0 : Math.floor(elapsedMs / (limitMinutes * 60_000))
}
