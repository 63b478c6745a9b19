import type { ReactElement } from 'react'
import styles from './icon.module.css'

export interface IconProps {
  /** Edge length in pixels: 24, 20 in dense rows, 16 for chevrons. */
  readonly size?: 12 | 14 | 16 | 18 | 20 | 24 | 28
}

export type Icon = (props: IconProps) => ReactElement

/**
 * Makes an icon component from its outline on Phosphor's 256 grid. Icons are decoration: the control beside them has
 * the name.
 */
export function icon(outline: string): Icon {
  return function PhosphorIcon({ size = 24 }: IconProps) {
    return (
      <svg className={styles.icon} width={size} height={size} viewBox="0 0 256 256" aria-hidden="true" focusable="false">
        <path d={outline} />
      </svg>
    )
  }
}
