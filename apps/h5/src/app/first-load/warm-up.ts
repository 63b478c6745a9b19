/** Weights of the texts of a first screen. */
const weights = ['var(--w-regular)', 'var(--w-medium)', 'var(--w-bold)']

/** The first paint is over, and the app's code is not there yet. */
const afterPaintMs = 100

/**
 * Has the browser do early what it does slowly the first time: number formats, and the fonts that stand in until the page's own is there.
 * All that it waits for meanwhile is the network. In tasks of their own, so that none is long.
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

/** Lays out a text that is gone before anybody could see it. A block of its own: a line of the page would be of the page's font. */
function measureText(font: string): void {
  const text = document.createElement('div')
  text.style.position = 'absolute'
  text.style.font = font
  text.textContent = '0'
  document.body.append(text)
  text.getBoundingClientRect()
  text.remove()
}
