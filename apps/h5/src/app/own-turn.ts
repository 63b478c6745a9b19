import { useEffect, useState } from 'react'

const lookEveryMs = 250

/**
 * Whether a dialog that opens by itself may do so: not over another sheet or dialog. It keeps its turn until it no
 * longer asks for one.
 */
export function useOwnTurn(isAsking: boolean): boolean {
  const [hasTurn, setTurn] = useState(false)
  if (hasTurn && !isAsking) setTurn(false)
  useEffect(() => {
    if (!isAsking || hasTurn) return undefined
    const look = () => setTurn(document.querySelector('dialog[open]') === null)
    look()
    const timer = setInterval(look, lookEveryMs)
    return () => clearInterval(timer)
  }, [isAsking, hasTurn])
  return hasTurn && isAsking
}
