import type { AnnouncementView } from '@candor/contract/operator'

/** Whether customers see an announcement now, later, or no more. */
export function announcementState({ fromMs, untilMs, endedMs }: Pick<AnnouncementView, 'fromMs' | 'untilMs' | 'endedMs'>, nowMs: number) {
  if (endedMs !== null || (untilMs !== null && untilMs <= nowMs)) return 'over'
  return fromMs > nowMs ? 'later' : 'shown'
}
