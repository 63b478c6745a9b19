import { useQuery } from '@tanstack/react-query'
import { placesOf } from './places.ts'
import type { Place } from './places.ts'

const none: readonly Place[] = []

/** The bundled list of towns, loaded when it is first wanted. Empty until it is there. */
export function usePlaces(isWanted: boolean): { readonly places: readonly Place[]; readonly isFailed: boolean } {
  const { data, isError } = useQuery({
    queryKey: ['places'],
    queryFn: async () => placesOf((await import('virtual:map/places')).places),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { places: data ?? none, isFailed: isError }
}
