import styles from './check.module.css'

export interface NumberedListProps {
  readonly items: readonly { readonly title: string; readonly text: string }[]
}

/** Steps or parts, each with its number. */
export function NumberedList({ items }: NumberedListProps) {
  return (
    <ol className={styles.todo}>
      {items.map(({ title, text }, index) => (
        <li key={title}>
          <span>{index + 1}</span>
          <div>
            <b>{title}</b>
            <p className={styles.caption}>{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
