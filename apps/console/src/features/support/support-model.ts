import type { SupportCannedAnswer, SupportConversation } from '@candor/api/operator/support'
import type { SupportMessage } from '@candor/api/support'

/** Messages of a conversation in their order, each once, however often its pieces were read. */
export function mergedMessages(
  known: readonly SupportMessage[],
  found: readonly SupportMessage[],
): readonly SupportMessage[] {
  const bySeq = new Map([...known, ...found].map((message) => [message.seq, message]))
  return [...bySeq.values()].toSorted((left, right) => left.seq - right.seq)
}

/**
 * The newest message up to which none is missing; 0 before there is any. A message sent here may be known before the
 * one preceding it.
 */
export function knownUpTo(messages: readonly SupportMessage[]): number {
  const gap = messages.findIndex(({ seq }, index) => index > 0 && seq !== (messages[index - 1]?.seq ?? 0) + 1)
  return (gap === -1 ? messages.at(-1) : messages[gap - 1])?.seq ?? 0
}

/**
 * The next customer to serve: own customers awaiting a reply, longest wait first, then the queue. Null when there is
 * none.
 */
export function nextToReply(
  { own, queue }: { readonly own: readonly SupportConversation[]; readonly queue: readonly SupportConversation[] },
  openId: string | null,
): string | null {
  const waiting = own
    .filter(({ waitingSinceMs }) => waitingSinceMs !== null)
    .toSorted((left, right) => waitOf(left) - waitOf(right))
  const others = [...waiting, ...queue].filter(({ id }) => id !== openId)
  return others[0]?.id ?? null
}

const waitOf = ({ waitingSinceMs }: SupportConversation) => waitingSinceMs ?? Number.MAX_SAFE_INTEGER

/**
 * The canned replies that match the composer's text; null when it is not a search. Those in the customer's language
 * come first.
 */
export function repliesFor(
  answers: readonly SupportCannedAnswer[],
  typed: string,
  language: string | null,
): readonly SupportCannedAnswer[] | null {
  if (!typed.startsWith('/') || typed.includes('\n')) return null
  const wanted = typed.slice(1).trim().toLocaleLowerCase()
  const rank = (answer: SupportCannedAnswer) => (answer.language === language ? 0 : answer.language === null ? 1 : 2)
  return answers
    .filter(
      ({ title, text }) => title.toLocaleLowerCase().includes(wanted) || text.toLocaleLowerCase().includes(wanted),
    )
    .toSorted((left, right) => rank(left) - rank(right))
    .slice(0, 8)
}

/** A wait in the unit that fits it: seconds below two minutes, then minutes, then hours. */
export function waitParts(waitMs: number): { readonly unit: 'seconds' | 'minutes' | 'hours'; readonly count: number } {
  const seconds = Math.max(0, Math.floor(waitMs / 1_000))
  if (seconds < 120) return { unit: 'seconds', count: seconds }
  const minutes = Math.floor(seconds / 60)
  return minutes < 120 ? { unit: 'minutes', count: minutes } : { unit: 'hours', count: Math.floor(minutes / 60) }
}

/** The conversations that were not waiting at the last reading (`before`; null at the first, which has no new ones). */
export function newlyWaiting(
  before: ReadonlySet<string> | null,
  queue: readonly Pick<SupportConversation, 'id'>[],
): readonly string[] {
  return before === null ? [] : queue.map(({ id }) => id).filter((id) => !before.has(id))
}

/** How many wait longer than the alarm allows. */
export function overdueCount(conversations: readonly Pick<SupportConversation, 'isOverdue'>[]): number {
  return conversations.filter(({ isOverdue }) => isOverdue).length
}
