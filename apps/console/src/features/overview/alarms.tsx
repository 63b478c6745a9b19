import { Tag } from '@candor/ui'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { t } from '../../shared/i18n/index.ts'
import { hrefOf } from '../../shared/navigation/index.ts'
import { Panel, SkeletonRows } from '../../shared/page/index.ts'
import styles from './overview.module.css'
import { useAlarms } from './use-alarms.ts'

/** What is wrong now, each with the way to its screen. */
export function Alarms() {
  const { alarms, maySee } = useAlarms()
  if (!maySee) return null
  const count = alarms?.length ?? 0
  return (
    <Panel
      title={t('overview.alarms')}
      aside={count === 0 ? undefined : <Tag tone="attention">{t('overview.alarms.open', { count })}</Tag>}
    >
      {alarms === undefined ? <SkeletonRows count={2} /> : null}
      {alarms?.length === 0 ? <p className={styles.quiet}>{t('overview.alarms.none')}</p> : null}
      <ul className={styles.lines}>
        {(alarms ?? []).map(({ key, title, text, screen, place }) => (
          <li key={key} className={styles.case}>
            <span className={styles.warning}>
              <WarningCircleIcon size={18} />
            </span>
            <span className={styles.words}>
              <a href={hrefOf(screen, place)}>{title}</a>
              <span className={styles.small}>{text}</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
