import type { Language } from '@candor/api'

/**
 * Installing the app uses its description and shortcuts in the customer's language: the build writes a manifest for
 * each.
 */
export function linkManifest(language: Language): void {
  if (import.meta.env.DEV) return
  const suffix = language === 'en' ? '' : `-${language}`
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', `/h5/manifest${suffix}.webmanifest`)
}
