import { useEffect, useRef } from 'react'
import styles from './countdown-ring.module.css'
import { ringStepMs } from './ring-step.ts'
import { square } from './square.ts'

export interface CountdownRingProps {
  readonly diameterPx: number
  readonly strokePx: number
  /** Ends at this instant of the clock below. */
  readonly endMs: number
  readonly durationMs: number
  /** Server time; read at every drawing. */
  readonly nowMs: () => number
  /** The large ring carries a dot at its head and moves without visible steps; small ones step once a second. */
  readonly hasDot?: boolean
}

/** The remaining share of time as an arc from twelve o'clock. Decorative: the time is shown beside it as text. */
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
      dot.current?.setAttribute('transform', `rotate(${share * 360} ${centre} ${centre})`)
    }
    const isContinuous = hasDot && !matchMedia('(prefers-reduced-motion: reduce)').matches
    draw()
    const timer = setInterval(draw, isContinuous ? ringStepMs(durationMs, circumference) : 1_000)
    return () => clearInterval(timer)
  }, [endMs, durationMs, nowMs, hasDot, centre, radius, circumference])

  return (
    <svg className={styles.ring} {...square(diameterPx)}>
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
      {hasDot ? <circle ref={dot} className={styles.dot} cx={centre} cy={centre - radius} r={strokePx - 0.5} /> : null}
    </svg>
  )
}
