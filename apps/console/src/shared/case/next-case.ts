/**
 * The case after the open one, the first when none is open or the open one has left the queue; null for an empty queue.
 */
export function nextCase(ids: readonly string[], openId: string | null): string | null {
  const place = openId === null ? -1 : ids.indexOf(openId)
  const next = ids[(place + 1) % Math.max(1, ids.length)]
  return next ?? null
}
