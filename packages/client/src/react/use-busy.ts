import { useState } from 'react'

/** Whether an act is under way: `const result = await during(call(…))` is the act. */
export function useBusy() {
  const [isBusy, setBusy] = useState(false)
  const during = async <Value>(act: Promise<Value>): Promise<Value> => {
    setBusy(true)
    const value = await act
    setBusy(false)
    return value
  }
  return { isBusy, during }
}
