/**
 * Writes the mode to the page, where it is not the one that the start script found, and the colour of the browser's own
 * bar.
 */
export function applyMode(mode: 'sandbox' | 'live'): void {
  const { dataset } = document.documentElement
  if (dataset['mode'] === mode) return
  dataset['mode'] = mode
  applyThemeColour()
}

/** Sets the browser bar's colour from the current theme: sand in the sandbox, the page's colour in live mode. */
export function applyThemeColour(): void {
  const isSandbox = document.documentElement.dataset['mode'] !== 'live'
  const colour = getComputedStyle(document.documentElement)
    .getPropertyValue(isSandbox ? '--sandbox' : '--bg')
    .trim()
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colour)
}
