import { useEffect, useRef } from 'react'
import styles from './countdown-ring.module.css'

export interface CountdownRingProps {
  readonly diameterPx: number
  readonly strokePx: number
  /** Ends at this instant of the clock below. */
  readonly endMs: number
  readonly durationMs: number
  /** Server time; asked at every drawing. */
  readonly nowMs: () => number
  /** The large ring carries a dot at its head and moves continuously; small ones step once a second. */
  readonly hasDot?: boolean
}

/** The share of time that is left as an arc from twelve o'clock. Decoration: the time stands beside it as text. */
export function CountdownRing({ diameterPx, strokePx, endMs, durationMs, nowMs, hasDot = false }: CountdownRingProps) {
  const arc = useRef<SVGCircleElement>(null)
  const dot = useRef<SVGCircleElement>(null)
  const centre = diameterPx / 2
  const radius = centre - strokePx / 2 - (hasDot ? strokePx / 2 : 0)
  const circumference = 2 * Math.PI * radius

  useEffect(() => {
    function draw(): void {
      const share = durationMs > 0 ? Math.min(1, Math.max(0, (endMs - nowMs()) / durationMs)) : 0
      arc.current?.setAttribute('stroke-dasharray', `${share * circumference} ${circumference}`)
      arc.current?.setAttribute('visibility', share === 0 ? 'hidden' : 'visible')
      const angle = share * 2 * Math.PI
      dot.current?.setAttribute('cx', String(centre + radius * Math.sin(angle)))
      dot.current?.setAttribute('cy', String(centre - radius * Math.cos(angle)))
    }
    return hasDot && !matchMedia('(prefers-reduced-motion: reduce)').matches ? everyFrame(draw) : everySecond(draw)
  }, [endMs, durationMs, nowMs, hasDot, centre, radius, circumference])

  return (
    <svg className={styles.ring} width={diameterPx} height={diameterPx} viewBox={`0 0 ${diameterPx} ${diameterPx}`} aria-hidden="true">
      <circle className={styles.track} cx={centre} cy={centre} r={radius} strokeWidth={strokePx} />
      <circle
        ref={arc}
        className={styles.arc}
        cx={centre}
        cy={centre}
        r={radius}
        strokeWidth={strokePx}
        transform={`rotate(-90 ${centre} ${centre})`}
      />
      {hasDot ? <circle ref={dot} className={styles.dot} cx={centre} cy={strokePx} r={strokePx - 0.5} /> : null}
    </svg>
  )
}

function everyFrame(draw: () => void): () => void {
  let frame = 0
  const step = () => {
    draw()
    frame = requestAnimationFrame(step)
  }
  step()
  return () => cancelAnimationFrame(frame)
}

function everySecond(draw: () => void): () => void {
  draw()
  const timer = setInterval(draw, 1_000)
  return () => clearInterval(timer)
}
