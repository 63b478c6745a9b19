import { Tag } from '@candor/ui'
import { t, utcDateTime } from '../../shared/i18n/index.ts'
import { hrefOf } from '../../shared/navigation/index.ts'
import { useOperator } from '../../shared/operator/index.ts'
import { Panel } from '../../shared/page/index.ts'
import { authorName, isAuthor } from '../../shared/approval/index.ts'
import styles from './overview.module.css'
import { useOpenProposals } from './use-open-proposals.ts'

/** The changes that wait for a second person. */
export function SecondPerson() {
  const { items, maySee } = useOpenProposals()
  const ownId = useOperator()?.operatorId
  if (!maySee) return null
  return (
    <Panel title={t('overview.second')} aside={items.length === 0 ? undefined : items.length}>
      {items.length === 0 ? <p className={styles.quiet}>{t('overview.second.none')}</p> : null}
      <ul className={styles.lines}>
        {items.map(({ key, title, by, atMs, screen, place }) => {
          const isOwn = isAuthor(by, ownId)
          const time = utcDateTime(atMs)
          return (
            <li key={key} className={styles.case}>
              <span className={styles.words}>
                <a href={hrefOf(screen, place)}>{title}</a>
                <span className={styles.small}>
                  {isOwn ? t('overview.second.own', { time }) : t('overview.second.by', { name: authorName(by), time })}
                </span>
              </span>
              {isOwn ? <Tag>{t('overview.second.yours')}</Tag> : null}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
