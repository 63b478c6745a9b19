import { useState } from 'react'

/** The browser's offer to install the page. Chromium makes it once a page, when it likes. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

declare global {
  /** Kept by the page's start script: the offer may come before the app is there, and must not show itself. */
  var candorInstall: InstallPrompt | undefined
}

/** Installs the app where the browser has offered it; null where it has not. Nobody is asked who did not press for it. */
export function useInstalling(): (() => Promise<void>) | null {
  const [offer, setOffer] = useState(globalThis.candorInstall)
  if (offer === undefined) return null
  return async () => {
    // An offer counts once, whatever the answer.
    globalThis.candorInstall = undefined
    setOffer(undefined)
    await offer.prompt()
  }
}
