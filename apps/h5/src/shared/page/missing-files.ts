import { realtime } from '../api/realtime/index.ts'

/**
 * Brings back files that the page could not load. Browsers remember a failed import for as long as a page lives, so
 * only loading the page again helps: at once where the screen itself is missing, else with the next change of screen,
 * when nothing that was typed gets lost.
 */

/** The build that has loaded the page again by itself: only once, until the network was lost and has returned. */
const reloadedKey = 'candor.reloaded'
const build = import.meta.url

let isMissing = false
let isScreenMissing = false
/** The server can be reached, and this build may load the page again. */
let isReloadDue = false

/** Watches for imports that fail. Called once, before the first import. */
export function watchMissingFiles(): void {
  const networkReturned = () => {
    if (isMissing) void look(true)
  }
  addEventListener('vite:preloadError', () => {
    isMissing = true
    void look()
  })
  addEventListener('online', networkReturned)
  realtime.onReconnect(networkReturned)
}

/** For what is drawn instead of a screen whose code is missing. Returns a function that ends it. */
export function screenIsMissing(): () => void {
  isMissing = isScreenMissing = true
  void look()
  return () => {
    isScreenMissing = false
  }
}

/** Loads the page again if that may bring a missing file back. Returns whether it does. */
export function reloadIfDue(): boolean {
  const isHelpful = isReloadDue && navigator.onLine
  if (isHelpful) location.reload()
  return isHelpful
}

/** Finds out whether a reload may help, and reloads if the screen itself is missing. */
async function look(hasReturned = false): Promise<void> {
  // Without a response a reload would replace the app by the browser's own error page.
  const page = await fetch(location.pathname, { cache: 'no-store' }).catch(() => null)
  isReloadDue = page?.ok === true && mayReload(hasReturned)
  if (isScreenMissing) reloadIfDue()
}

/** Whether this build may load the page again. Where the browser remembers nothing a reload could repeat itself. */
function mayReload(hasReturned: boolean): boolean {
  try {
    if (isReloadDue) return true
    const mayAgain = hasReturned || sessionStorage.getItem(reloadedKey) !== build
    sessionStorage.setItem(reloadedKey, build)
    return mayAgain
  } catch {
    return false
  }
}
