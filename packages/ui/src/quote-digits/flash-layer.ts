import styles from './quote-digits.module.css'

export type FlashDirection = 'up' | 'down' | null

/** A price that is to be written with the next drawing. */
export interface DigitsChange {
  readonly text: string
  /** The changed end of the text, or nothing worth a flash. */
  readonly tail: string
  readonly direction: FlashDirection
}

/** Where the digits of one price are drawn. */
export interface DigitsPlace {
  readonly element: HTMLElement
  readonly content: Text
}

/**
 * Writes the changes of all prices of a host in one drawing, and flashes them with one layer above it: a single
 * animation, whatever their number.
 */
export interface FlashLayer {
  readonly write: (place: DigitsPlace, change: DigitsChange) => void
  readonly forget: (place: DigitsPlace) => void
}

/**
 * The fade ends after a tenth of the animation; the rest is invisible, and the next change restarts it. Near an
 * animation's end browsers draw extra main frames, so a price that moves twice a second should never reach it.
 */
const fade: Keyframe[] = [
  { opacity: 1, easing: 'cubic-bezier(0.2, 0, 0, 1)' },
  { opacity: 0, offset: 0.1 },
  { opacity: 0, offset: 1 },
]
const mark: Keyframe[] = [
  { opacity: 1, offset: 0 },
  { opacity: 1, offset: 0.1, easing: 'step-start' },
  { opacity: 0, offset: 1 },
]
const flashMs = 600

const layers = new WeakMap<HTMLElement, FlashLayer>()

/** The layer of a host: a positioned element that contains the prices' elements. */
export function flashLayerOf(host: HTMLElement): FlashLayer {
  const layer = layers.get(host) ?? createLayer(host)
  layers.set(host, layer)
  return layer
}

/** Coloured text over the end of a price. CSS draws it, because it only repeats the text below. */
type Flash = HTMLElement

function createLayer(host: HTMLElement): FlashLayer {
  const surface = document.createElement('span')
  surface.className = styles['flashes'] ?? ''
  surface.setAttribute('aria-hidden', 'true')
  const flashes = new Map<DigitsPlace, Flash>()
  const lit = new Set<Flash>()
  const changes = new Map<DigitsPlace, DigitsChange>()
  let animation: Animation | null = null

  function flashOf(place: DigitsPlace): Flash {
    const known = flashes.get(place)
    if (known !== undefined) return known
    const flash = document.createElement('span')
    flash.className = styles['flash'] ?? ''
    // One by one: the shorthand `font` is empty where digits are tabular.
    const { fontSize, fontWeight, lineHeight, letterSpacing } = getComputedStyle(place.element)
    Object.assign(flash.style, { fontSize, fontWeight, lineHeight, letterSpacing })
    surface.append(flash)
    flashes.set(place, flash)
    return flash
  }

  function draw(): void {
    const offsets = offsetsIn(host, changes)
    const stale = new Set(lit)
    lit.clear()
    for (const [place, change] of changes) {
      place.content.data = change.text
      const offset = offsets.get(place)
      if (offset === undefined || change.tail === '' || change.direction === null) continue
      const flash = flashOf(place)
      light(flash, change, offset)
      lit.add(flash)
      stale.delete(flash)
    }
    changes.clear()
    for (const flash of stale) darken(flash)
    if (lit.size > 0) play()
  }

  function play(): void {
    // React may have removed nodes it did not create; re-append.
    if (surface.parentNode !== host) host.append(surface)
    // Played by script, because a CSS animation dispatches its start to every listener of the page.
    if (animation === null) animation = surface.animate(keyframes(), { duration: 10 * flashMs })
    else {
      animation.currentTime = 0
      animation.play()
    }
  }

  return {
    write(place, change) {
      if (changes.size === 0) requestAnimationFrame(draw)
      changes.set(place, change)
    },
    forget(place) {
      const flash = flashes.get(place)
      flash?.remove()
      if (flash !== undefined) lit.delete(flash)
      flashes.delete(place)
      changes.delete(place)
    },
  }
}

/**
 * Each price's end, measured from the upper right corner of the host. Everything is measured before anything is
 * written, so the page is laid out once.
 */
function offsetsIn(
  host: HTMLElement,
  changes: ReadonlyMap<DigitsPlace, DigitsChange>,
): Map<DigitsPlace, { top: number; right: number }> {
  const outer = host.getBoundingClientRect()
  return new Map(
    [...changes.keys()].map((place) => {
      const { top, right } = place.element.getBoundingClientRect()
      return [place, { top: top - outer.top, right: outer.right - right }]
    }),
  )
}

function light(flash: Flash, { tail, direction }: DigitsChange, { top, right }: { top: number; right: number }): void {
  if (flash.dataset['tail'] !== tail) flash.dataset['tail'] = tail
  const name = `${styles['flash']} ${direction === 'up' ? styles['up'] : styles['down']}`
  if (flash.className !== name) flash.className = name
  // The tint reaches a little beyond the last digit.
  const inset = `${top}px ${right - 3}px auto auto`
  if (flash.style.inset !== inset) flash.style.inset = inset
}

function darken(flash: Flash): void {
  flash.className = styles['flash'] ?? ''
}

function keyframes(): Keyframe[] {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? mark : fade
}
