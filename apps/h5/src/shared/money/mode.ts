import { useEffect } from 'react'
import { systemStatus } from '@candor/api'
import { storedValue } from '@candor/client'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../api/index.ts'

export type Mode = 'sandbox' | 'live'

/** The mode of the last visit, so that the banner is visible from the first paint. */
const lastMode = storedValue<Mode>({
  key: 'candor.mode',
  parse: (text) => (text === 'live' || text === 'sandbox' ? text : null),
  fallback: 'sandbox',
})

/** Sandbox or live, as reported by the server; until then, as on the last visit. */
export function useMode(): Mode {
  const { data } = useQuery({ ...queryFor(systemStatus, {}), staleTime: 60_000 })
  const mode = data?.mode
  useEffect(() => {
    if (mode !== undefined) lastMode.set(mode)
  }, [mode])
  return mode ?? lastMode.get()
}
