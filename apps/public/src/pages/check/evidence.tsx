import styles from './check.module.css'

/** Names and exact values, in the voice of evidence. */
export function Evidence({ rows }: { readonly rows: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className={styles.evidence}>
      {rows.map(([name, value], index) => (
        // The same name may stand for both windows.
        <div key={`${index} ${name}`}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
