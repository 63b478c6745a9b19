import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './row-frame.module.css'

interface RowFrameProps {
  readonly className: string | undefined
  readonly href: string | undefined
  readonly children: ReactNode
}

/** The frame of a row of a feature's own: a link with `href`, otherwise it only informs. */
export function RowFrame({ className, href, children }: RowFrameProps) {
  if (href === undefined) return <div className={className}>{children}</div>
  return (
    <a className={classNames(styles.frame, className)} href={href}>
      {children}
    </a>
  )
}
