import { applyTheme, storedValue, theme } from '@candor/client'
import { useStored } from '@candor/client/react'

/** Price colours. A choice of its own: changing the language does not change it. */
export const updowns = ['green-up', 'red-up', 'mono'] as const
export type Updown = (typeof updowns)[number]

const updown = storedValue<Updown | ''>({
  key: 'candor.updown',
  parse: (text) => updowns.find((known) => known === text) ?? null,
  fallback: '',
})

/** Theme and price colours of this device. */
export const appearance = {
  theme: theme.get,
  setTheme: theme.set,
  updown: (): Updown => updown.get() || 'green-up',
  setUpdown: (value: Updown): void => updown.set(value),
  /** Whether the customer has ever chosen price colours here. */
  hasChosenUpdown: (): boolean => updown.get() !== '',
}

export function useUpdown(): Updown {
  return useStored(updown) || 'green-up'
}

export function useHasChosenUpdown(): boolean {
  return useStored(updown) !== ''
}

/** Puts theme and price colours on the page, and keeps them current. Called once by the app. */
export function applyAppearance(onThemeChange: () => void): void {
  const apply = () => {
    document.documentElement.dataset['updown'] = appearance.updown()
  }
  updown.subscribe(apply)
  apply()
  applyTheme(onThemeChange)
}
