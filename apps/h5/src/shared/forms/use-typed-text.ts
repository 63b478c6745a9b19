import { useState } from 'react'

/** A text that is typed, as its input takes it, and what is wrong with it: that goes as soon as the text changes. */
export function useTypedText(initial = '') {
  const [value, setValue] = useState(initial)
  const [error, setError] = useState<string | null>(null)
  const onValue = (text: string) => {
    setValue(text)
    setError(null)
  }
  return { typed: { value, onValue, error }, setError }
}
