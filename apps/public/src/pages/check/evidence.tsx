import styles from './check.module.css'

/** A name and an exact value; a wrong one is marked. */
export type EvidenceRow = readonly [name: string, value: string, isWrong?: true]

/** Names and exact values, in the voice of evidence. */
export function Evidence({ rows }: { readonly rows: readonly EvidenceRow[] }) {
  return (
    <dl className={styles.evidence}>
      {rows.map(([name, value, isWrong], index) => (
        // The same name may stand for both windows.
        <div key={`${index} ${name}`}>
          <dt>{name}</dt>
          <dd className={isWrong === true ? styles.wrong : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
