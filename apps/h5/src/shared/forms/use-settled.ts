import { useEffect, useState } from 'react'

/** The pause in typing before the server is asked. */
const typingPauseMs = 350

/** A value once it has not changed for as long as a pause in typing. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingPauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
