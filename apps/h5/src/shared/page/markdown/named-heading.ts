import { useEffect, useId } from 'react'

/** The prefix of the ids of a text's headings. Moves to the heading that the address names, from 1 on; 0 names none. */
export function useNamedHeading(part: number): string {
  const headingId = `${useId()}part`
  useEffect(() => {
    const heading = document.getElementById(headingId + part)
    heading?.scrollIntoView()
    heading?.focus({ preventScroll: true })
  }, [headingId, part])
  return headingId
}
