import { useEffect, useState } from 'react'

/** Milliseconds left until a local instant, renewed each second while it lies ahead. 0 where there is none. */
export function useCountdown(untilMs: number | null): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    if (untilMs === null) return
    setNowMs(Date.now())
    const timer = setInterval(() => {
      setNowMs(Date.now())
      if (Date.now() >= untilMs) clearInterval(timer)
    }, 1_000)
    return () => clearInterval(timer)
  }, [untilMs])
  return untilMs === null ? 0 : Math.max(0, untilMs - nowMs)
}
