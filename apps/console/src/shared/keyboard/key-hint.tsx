import styles from './key-hint.module.css'

/** The equivalent key. Decorative: the control beside it has `aria-keyshortcuts`. */
export function KeyHint({ name }: { readonly name: string }) {
  return (
    <kbd className={styles.key} aria-hidden="true">
      {name}
    </kbd>
  )
}
