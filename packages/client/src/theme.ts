import { storedValue } from './stored-value.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The theme chosen in this browser. */
export const theme = storedValue<Theme>({
  key: 'candor.theme',
  parse: (text) => themes.find((known) => known === text) ?? null,
  fallback: 'system',
})

/**
 * Puts the theme on the page and keeps it current. Called once by each app; `onChange` follows a change of the shown
 * theme.
 */
export function applyTheme(onChange: () => void = () => undefined): void {
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)')
  const { dataset } = document.documentElement
  const apply = () => {
    const shown = theme.get() === 'system' ? (systemIsDark.matches ? 'dark' : 'light') : theme.get()
    // A theme set before the app started stays untouched: reading colours in `onChange` makes the browser style the
    // whole page.
    if (dataset['theme'] === shown) return
    dataset['theme'] = shown
    onChange()
  }
  theme.subscribe(apply)
  systemIsDark.addEventListener('change', apply)
  apply()
}
