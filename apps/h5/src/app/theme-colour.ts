/** Writes the mode to the page and the colour of the browser's own bar: sand in the sandbox, the page's colour in real mode. */
export function applyMode(mode: 'sandbox' | 'live'): void {
  document.documentElement.dataset['mode'] = mode
  const root = document.documentElement.style
  // Sheets and dialogs begin below the banner, with the page's corners.
  root.setProperty('--banner-space', mode === 'sandbox' ? 'calc(var(--sandbox-h) + var(--safe-top))' : '0px')
  root.setProperty('--view-radius', mode === 'sandbox' ? '22px' : '0px')
  applyThemeColour()
}

/** Takes the colour from the tokens of the theme that is shown. */
export function applyThemeColour(): void {
  const isSandbox = document.documentElement.dataset['mode'] !== 'live'
  const colour = getComputedStyle(document.documentElement)
    .getPropertyValue(isSandbox ? '--sandbox' : '--bg')
    .trim()
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colour)
}
