import { svg } from './element.ts'
import { icon } from './icon.ts'

const openArc = 'M48.18 20.244A20 20 0 1 0 48.18 43.756'

/** The mark in the page's head. */
export function mark(): SVGElement {
  return svg(
    'svg',
    { class: 'mark', viewBox: '0 0 64 64', 'aria-hidden': 'true' },
    svg('path', { d: openArc, fill: 'none', class: 'mark-arc' }),
    svg('circle', { cx: '52', cy: '32', r: '5', class: 'dot' }),
  )
}

/** The open ring of the field for a receipt. */
export function dropRing(): SVGElement {
  const ring = svg(
    'svg',
    { class: 'drop-ring', viewBox: '0 0 132 132', 'aria-hidden': 'true' },
    svg('path', { d: 'M110.4 32.6A55.5 55.5 0 1 0 110.4 99.4', fill: 'none', class: 'drop-arc' }),
    svg('circle', { cx: '121', cy: '66', r: '7', class: 'dot' }),
  )
  const file = icon('file', 'drop-file')
  const holder = svg('svg', { x: '44', y: '44', width: '44', height: '44', viewBox: '0 0 44 44' }, file)
  ring.append(holder)
  return ring
}

/** The ring of a verdict: closed only for `passed`, when the dot travels into the gap and the tick is drawn. */
export function verdictRing(state: 'passed' | 'failed' | 'open' | 'checking'): SVGElement {
  const ring = svg('svg', { class: `ring ring-${state}`, viewBox: '0 0 64 64', 'aria-hidden': 'true' })
  const circle = { cx: '32', cy: '32', r: '27', fill: 'none', pathLength: '100', class: 'ring-arc' }
  ring.append(svg('circle', circle))
  if (state === 'passed')
    ring.append(svg('path', { d: 'M21 33.2 28.6 40.6 43.6 25', fill: 'none', pathLength: '100', class: 'ring-tick' }))
  if (state === 'failed') ring.append(svg('path', { d: 'M24 24 40 40M40 24 24 40', fill: 'none', class: 'ring-cross' }))
  if (state !== 'failed') ring.append(svg('circle', { cx: '59', cy: '32', r: '4', class: 'dot ring-dot' }))
  return ring
}
