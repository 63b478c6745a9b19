import { useEffect, useRef, useState } from 'react'
import type { UploadProgress } from '@candor/client'

/**
 * How much of a form with files is sent, in percent; null while none is. `send` passes the progress to a call and
 * returns its result, or null once the customer has left the screen, which cancels it.
 */
export function useProgress() {
  const [percent, setPercent] = useState<number | null>(null)
  const sending = useRef<AbortController | null>(null)
  useEffect(() => () => sending.current?.abort(), [])
  return {
    percent,
    async send<Result>(begin: (progress: Required<UploadProgress>) => Promise<Result>): Promise<Result | null> {
      const controller = new AbortController()
      const { signal } = controller
      sending.current = controller
      setPercent(0)
      const result = await begin({ signal, onProgress: (sent) => setPercent(Math.round(sent * 100)) })
      if (signal.aborted) return null
      setPercent(null)
      return result
    },
  }
}
