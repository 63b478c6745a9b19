import { withdrawalReadiness } from '@candor/api'
import { RowList } from '@candor/ui'
import { CaretRightIcon, CheckCircleFillIcon } from '@candor/ui/icons/shell'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/index.ts'
import { useTexts } from '../../i18n/index.ts'
import { hrefOf } from '../../page/index.ts'
import styles from './readiness-card.module.css'
import { isAnythingMissing, stepRoutes, stepsOf } from './readiness-model.ts'
import type { Readiness } from './readiness-model.ts'

/**
 * What is still missing before a withdrawal is possible, each with its link. Empty when nothing is missing, or unknown.
 */
export function ReadinessCard() {
  const { t } = useTexts()
  const { data } = useQuery(queryFor(withdrawalReadiness, {}))
  if (data === undefined || !isAnythingMissing(data)) return null
  return (
    <section aria-label={t('readiness.title')}>
      <RowList hasIcons>
        <p className={styles.head}>
          <b>{t('readiness.title')}</b>
          <span>{t('readiness.text')}</span>
        </p>
        {stepsOf(data).map(({ name, isDone }) =>
          isDone ? (
            <div key={name} className={styles.row} data-done="true">
              <span className={styles.sign}>
                <CheckCircleFillIcon size={20} />
              </span>
              <span className={styles.words}>{t(`readiness.done.${name}`)}</span>
            </div>
          ) : (
            <a key={name} className={styles.row} href={hrefOf(stepRoutes[name])}>
              <span className={styles.sign}>
                <span className={styles.open} />
              </span>
              <span className={styles.words}>{t(stepText(name, data.kycState))}</span>
              <CaretRightIcon size={16} />
            </a>
          ),
        )}
      </RowList>
    </section>
  )
}

function stepText(name: keyof typeof stepRoutes, kycState: Readiness['kycState']) {
  return name === 'verified' && kycState !== 'verified'
    ? (`readiness.verified.${kycState}` as const)
    : (`readiness.todo.${name}` as const)
}
