import { useSyncExternalStore } from 'react'
import { storedValue } from '../session/index.ts'
import type { StoredValue } from '../session/index.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Which way round prices are coloured. A choice of its own: never switched with the language. */
export const updowns = ['green-up', 'red-up', 'mono'] as const
export type Updown = (typeof updowns)[number]

const theme = storedValue<Theme>({
  key: 'candor.theme',
  parse: (text) => themes.find((known) => known === text) ?? null,
  fallback: 'system',
})
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

function useStored<Value extends string>(stored: StoredValue<Value>): Value {
  return useSyncExternalStore(stored.subscribe, stored.get)
}

export function useTheme(): Theme {
  return useStored(theme)
}

export function useUpdown(): Updown {
  return useStored(updown) || 'green-up'
}

export function useHasChosenUpdown(): boolean {
  return useStored(updown) !== ''
}

/** Puts theme and price colours on the page, and keeps them there. Called once by the app. */
export function applyAppearance(onThemeChange: () => void): void {
  const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)')
  const { dataset } = document.documentElement
  const apply = () => {
    dataset['updown'] = appearance.updown()
    const shown = theme.get() === 'system' ? (systemIsDark.matches ? 'dark' : 'light') : theme.get()
    // What the start script has put there stays untouched: asking for a colour makes the browser work out the style of the whole page.
    if (dataset['theme'] === shown) return
    dataset['theme'] = shown
    onThemeChange()
  }
  theme.subscribe(apply)
  updown.subscribe(apply)
  systemIsDark.addEventListener('change', apply)
  apply()
}
