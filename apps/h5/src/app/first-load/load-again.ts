/** When the page was last loaded again by itself. */
const loadedAgainKey = 'candor.loadedAgain'
const againAfterMs = 60_000
const pauseMs = 3_000

/** What the notice says, and its button. */
interface NoticeTexts {
  readonly failed: string
  readonly retry: string
}

/** Says in the place of the skeleton that the app could not be loaded, with a button that loads the page again. */
export function showNotice(page: Document, { failed, retry }: NoticeTexts): void {
  const view = page.querySelector('.start-view')
  // The app may be drawn by now.
  if (view === null) return
  const text = page.createElement('p')
  text.textContent = failed
  const button = page.createElement('button')
  button.textContent = retry
  button.onclick = () => location.reload()
  const notice = page.createElement('div')
  notice.className = 'start-notice'
  notice.setAttribute('role', 'alert')
  notice.append(text, button)
  view.replaceChildren(notice)
  page.querySelector('.start')?.removeAttribute('aria-hidden')
}

/**
 * Loads the page again as soon as the server can be reached, once a minute at most: browsers remember a failed import
 * for as long as a page lives. Where the browser keeps nothing for the page, only the button does it.
 */
export async function loadAgain(): Promise<void> {
  while (!(mayLoadAgain() && (await isReachable()))) await new Promise((resolve) => setTimeout(resolve, pauseMs))
  sessionStorage.setItem(loadedAgainKey, String(Date.now()))
  location.reload()
}

function mayLoadAgain(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(loadedAgainKey)) > againAfterMs
  } catch {
    return false
  }
}

/** Without a response the browser would show its own error page in the place of this one. */
async function isReachable(): Promise<boolean> {
  const response = await fetch(location.pathname, { cache: 'no-store' }).catch(() => null)
  return response?.ok === true
}
