import { useSyncExternalStore } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'candor.theme'
const listeners = new Set<() => void>()
let theme: Theme = read()

/** Chooses the theme of this browser. */
export function setTheme(next: Theme): void {
  theme = next
  try {
    localStorage.setItem(key, next)
  } catch {
    // Storage is denied: the choice holds until the page is closed.
  }
  for (const listener of listeners) listener()
}

/** The theme that was chosen here. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, () => theme)
}

/** Puts the theme on the page and keeps it there. Called once. */
export function applyTheme(): void {
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    document.documentElement.dataset['theme'] = theme === 'system' ? (systemIsDark.matches ? 'dark' : 'light') : theme
  }
  subscribe(apply)
  systemIsDark.addEventListener('change', apply)
  apply()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(): Theme {
  try {
    const stored = localStorage.getItem(key)
    return themes.find((known) => known === stored) ?? 'system'
  } catch {
    return 'system'
  }
}
