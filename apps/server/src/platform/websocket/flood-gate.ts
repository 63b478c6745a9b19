/** Counts messages within each second, and returns whether there were too many. */
export function floodGate(nowMs: () => number, mostASecond: number): () => boolean {
  let second = 0
  let messages = 0
  return () => {
    const current = Math.floor(nowMs() / 1000)
    messages = current === second ? messages + 1 : 1
    second = current
    return messages > mostASecond
  }
}
