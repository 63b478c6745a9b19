import { kycStateOf } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { useIsSignedIn } from '../../shared/device/index.ts'
import { countryBoxes } from './country-boxes.ts'
import type { Box } from './country-boxes.ts'

/** The customer's verified country on the map; null without one, and until it is known. */
export function useHomeBox(): Box | null {
  const isSignedIn = useIsSignedIn()
  const { data } = useQuery({ ...queryFor(kycStateOf, {}), enabled: isSignedIn })
  return data?.state === 'verified' && data.submission !== null ? countryBoxes[data.submission.country] : null
}
