import { useRef } from 'react'
import { newRequestId } from '../request-id.ts'

/**
 * Returns the id of the request for a wish. It is the same as long as the wish is, so a second press after a lost
 * response asks for nothing twice.
 */
export function useRequestId() {
  const sent = useRef({ wish: '', requestId: '' })
  return (wanted: object): string => {
    const wish = JSON.stringify(wanted)
    if (wish !== sent.current.wish) sent.current = { wish, requestId: newRequestId() }
    return sent.current.requestId
  }
}
