/** Weights of the texts of a first screen. */
const weights = ['var(--w-regular)', 'var(--w-medium)', 'var(--w-bold)']

/** The first paint is over, and the app's code is not there yet. */
const afterPaintMs = 100

/**
 * Triggers slow first-time work of the browser early, while only the network is awaited: number formats, and the
 * fallback fonts. In separate tasks, so that none is long.
 */
export function warmUp(language: string): void {
  setTimeout(() => {
    setTimeout(() => new Intl.NumberFormat(language).format(0))
    // Without the page's own font: it would be fetched before the code.
    const standIns = getComputedStyle(document.body)
      .getPropertyValue('--font-sans')
      .replace(/^[^,]*,/, '')
    for (const weight of weights) setTimeout(() => measureText(`${weight} 16px ${standIns}`))
  }, afterPaintMs)
}

/**
 * Lays out a text that is removed before it is painted. A separate block: a line of the page would use the page's font.
 */
function measureText(font: string): void {
  const text = document.createElement('div')
  text.style.position = 'absolute'
  text.style.font = font
  text.textContent = '0'
  document.body.append(text)
  text.getBoundingClientRect()
  text.remove()
}
