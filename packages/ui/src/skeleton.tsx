import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import styles from './skeleton.module.css'

export interface SkeletonProps {
  readonly width: number | string
  readonly height: number
  readonly radius?: number | string
}

/** A grey place-holder of a text or a picture. No shimmer. */
export function Skeleton({ width, height, radius }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ width, height, borderRadius: radius }} />
}

/** Whether the delay of 200 ms has passed: fast responses must not flash a skeleton. */
function useIsLate(delayMs = 200): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return isLate
}

/** Shows its content only after 200 ms, as a busy region with a name. */
export function LateSkeleton({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const isLate = useIsLate()
  return (
    <div role="status" aria-busy="true" aria-label={label}>
      {isLate ? children : null}
    </div>
  )
}
