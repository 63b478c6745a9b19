import styles from './direction-mark.module.css'

/** The triangle that doubles a direction's colour. It points down inside of `data-direction="down"`. */
export function DirectionMark({ direction }: { readonly direction?: 'up' | 'down' }) {
  return (
    <svg className={styles.mark} data-direction={direction} viewBox="0 0 10 10" aria-hidden="true">
      <path d="M5 1.2 9.4 8.6H.6z" />
    </svg>
  )
}
