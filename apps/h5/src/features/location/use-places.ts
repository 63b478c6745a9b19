import { useQuery } from '@tanstack/react-query'
import { placesOf } from './places.ts'
import type { Place } from './places.ts'

const none: readonly Place[] = []

/** The bundled list of towns, loaded on first use. Empty until then. */
export function usePlaces(isWanted: boolean): { readonly places: readonly Place[]; readonly isFailed: boolean } {
  const { data, isError } = useQuery({
    queryKey: ['places'],
    queryFn: async () => placesOf((await import('virtual:map/places')).places),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { places: data ?? none, isFailed: isError }
}
