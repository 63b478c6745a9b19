import { marketInstruments } from '@candor/api'
import type { InstrumentView } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../api/index.ts'

/** The whole catalogue. It changes rarely, its states with the sessions: so once a minute. */
export function useInstruments() {
  return useQuery({ ...queryFor(marketInstruments, {}), staleTime: 60_000, refetchInterval: 60_000 })
}

/** One instrument of the catalogue; undefined while loading, null for an unknown symbol. */
export function useInstrument(symbol: string): InstrumentView | null | undefined {
  const { data } = useInstruments()
  return data === undefined ? undefined : (data.items.find((instrument) => instrument.symbol === symbol) ?? null)
}
