import { useEffect, useState } from 'react'
import { realtime } from './app-realtime.ts'

/** Server time that moves on its own, so often: for countdowns in words and for what a deadline decides. */
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
