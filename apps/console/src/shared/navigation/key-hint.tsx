import styles from './key-hint.module.css'

/** The equivalent key. Decorative where the control beside it has `aria-keyshortcuts`; spoken in a list of keys. */
export function KeyHint({ name, isSpoken = false }: { readonly name: string; readonly isSpoken?: boolean }) {
  return (
    <kbd className={styles.key} aria-hidden={!isSpoken}>
      {name}
    </kbd>
  )
}
