import { useState } from 'react'

/** The browser's offer to install the page. Chromium makes it once a page, when it likes. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

declare global {
  /** Kept by the page's start script: the offer may come before the app is loaded, and must not show itself. */
  var candorInstall: InstallPrompt | undefined
}

/** Installs the app if the browser has offered it; null otherwise. Never prompts without a press. */
export function useInstalling(): (() => Promise<void>) | null {
  const [offer, setOffer] = useState(globalThis.candorInstall)
  if (offer === undefined) return null
  return async () => {
    // An offer is valid once, whatever the response.
    globalThis.candorInstall = undefined
    setOffer(undefined)
    await offer.prompt()
  }
}
