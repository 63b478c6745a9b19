const reloadedKey = 'candor.reloaded'
/** A second failure this soon after a reload is no matter of versions. */
const onceInMs = 60_000

/**
 * A page of an old version requests files that a newer one has replaced. Reload once to get the new names; if that does
 * not help, the screen reports that it could not be loaded.
 */
export function reloadForMissingFiles(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine || Date.now() - Number(sessionStorage.getItem(reloadedKey)) < onceInMs) return
    event.preventDefault()
    sessionStorage.setItem(reloadedKey, String(Date.now()))
    window.location.reload()
  })
}
