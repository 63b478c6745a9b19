import type { CustomerMoment } from '@candor/api/operator'
import { money, t, utcDateTime } from '../i18n/index.ts'
import { hrefOf } from '../navigation/index.ts'
import { screenOfMoment } from './moment-place.ts'
import styles from './moment-list.module.css'

interface MomentListProps {
  readonly moments: readonly CustomerMoment[]
  /** Instead of an empty list. */
  readonly none: string
}

/** What happened to a customer, in a narrow column: each with its state, its amount and the way to its record. */
export function MomentList({ moments, none }: MomentListProps) {
  if (moments.length === 0) return <p className={styles.none}>{none}</p>
  return (
    <ul className={styles.list}>
      {moments.map((moment) => (
        <li key={`${moment.kind} ${moment.id} ${moment.atMs}`}>
          <span className={styles.line}>
            <Name moment={moment} />
            {moment.amount === null ? null : (
              <span className={styles.amount}>
                {money(moment.amount, moment.asset ?? undefined, moment.kind === 'contract' ? 'result' : undefined)}
              </span>
            )}
          </span>
          <span className={styles.quiet}>
            {moment.state === null ? '' : `${wordsOf(moment.state)}, `}
            {utcDateTime(moment.atMs)}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Name({ moment: { kind, id } }: { readonly moment: CustomerMoment }) {
  const screen = screenOfMoment(kind)
  const name = t('shared.moment.named', { kind: t(`shared.moment.${kind}`), id })
  return screen === null ? <span>{name}</span> : <a href={hrefOf(screen, id)}>{name}</a>
}

/** A wire code as text: "withdrawal-held" becomes "withdrawal held". */
export function wordsOf(code: string): string {
  return code.replaceAll(/[-.]/g, ' ')
}
