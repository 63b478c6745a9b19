import type { Language } from '@candor/api'

/** Whoever installs the app gets its description and its shortcuts in their language: the build writes a manifest for each. */
export function linkManifest(language: Language): void {
  if (import.meta.env.DEV) return
  const suffix = language === 'en' ? '' : `-${language}`
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', `/h5/manifest${suffix}.webmanifest`)
}
