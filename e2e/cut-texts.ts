import type { Page } from 'playwright-core'
import * as z from 'zod/mini'

/**
 * Runs in the page. Deliberate ellipses and scrolled content do not count as clipped, nor does a town at the edge of a
 * map.
 */
const findCutTexts = `(() => {
  const isScrolled = (element) =>
    element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || isScrolled(element.parentElement))
  const isSeen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.getBoundingClientRect().width > 1
  const holderOf = (element) => {
    for (let holder = element; holder !== null && holder !== document.body; holder = holder.parentElement)
      if (/hidden|clip/.test(getComputedStyle(holder).overflowX)) return holder
    return null
  }
  const faults = new Set()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement
    const text = node.textContent.trim()
    if (text === '' || element.closest('script, style, .leaflet-container') !== null || !isSeen(element) || isScrolled(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    if (box.right > innerWidth + 0.5 || box.left < -0.5) faults.add('“' + text + '” leaves the phone')
    if (element.closest('nav a') !== null && range.getClientRects().length > 1) faults.add('“' + text + '” needs two lines in the tab bar')
    const holder = holderOf(element)
    if (holder === null || getComputedStyle(holder).textOverflow === 'ellipsis') continue
    const edge = holder.getBoundingClientRect()
    if (edge.width > 1 && (box.right > edge.right + 1 || box.left < edge.left - 1)) faults.add('“' + text + '” is cut')
  }
  return [...faults]
})()`

/** Texts that the phone does not show whole: beyond its edge, or clipped by their container. */
export async function cutTexts(page: Page): Promise<string[]> {
  return z.parse(z.array(z.string()), await page.evaluate(findCutTexts))
}
