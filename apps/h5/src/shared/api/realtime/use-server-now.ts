import { useEffect, useState } from 'react'
import { realtime } from './app-realtime.ts'

/** Server time, updated at an interval: for countdowns and deadlines. */
export function useServerNow(everyMs = 1_000): number {
  const [nowMs, setNowMs] = useState(() => realtime.clock.nowMs())
  useEffect(() => {
    const move = () => setNowMs(realtime.clock.nowMs())
    move()
    const timer = setInterval(move, everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return nowMs
}
