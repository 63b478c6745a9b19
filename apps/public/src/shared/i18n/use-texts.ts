import { useSyncExternalStore } from 'react'
import { currentTexts, subscribeTexts } from './texts.ts'
import type { Texts } from './texts.ts'

/** The texts of the language that is shown: `const { t, locale } = useTexts()`. */
export function useTexts(): Texts {
  return useSyncExternalStore(subscribeTexts, currentTexts)
}
