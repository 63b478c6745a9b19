import styles from './key-hint.module.css'

/** The key that does the same. Decoration: the control beside it says `aria-keyshortcuts`. */
export function KeyHint({ name }: { readonly name: string }) {
  return (
    <kbd className={styles.key} aria-hidden="true">
      {name}
    </kbd>
  )
}
