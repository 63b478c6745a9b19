import { classNames } from '@candor/ui'
import styles from './sending-bar.module.css'

export interface SendingBarProps {
  readonly className?: string | undefined
  readonly label: string
  readonly percent: number
}

/** How much of a file is sent. */
export function SendingBar({ className, label, percent }: SendingBarProps) {
  return <progress className={classNames(styles.bar, className)} aria-label={label} max={100} value={percent} />
}
