import styles from './spinner.module.css'

/** An open ring that turns while a button is busy. `aria-busy` announces the busy state itself. */
export function Spinner() {
  return (
    <svg className={styles.spinner} width={18} height={18} viewBox="0 0 18 18" aria-hidden="true">
      <circle cx={9} cy={9} r={7} />
    </svg>
  )
}
