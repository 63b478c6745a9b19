import { withdrawalReadiness } from '@candor/api'
import { Card, RowList } from '@candor/ui'
import { CaretRightIcon, CheckCircleFillIcon } from '@candor/ui/icons/shell'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/index.ts'
import { useTexts } from '../../i18n/index.ts'
import { hrefOf } from '../../page/index.ts'
import styles from './readiness-card.module.css'
import { isAnythingMissing, stepRoutes, stepsOf } from './readiness-model.ts'
import type { Readiness, ReadinessStep } from './readiness-model.ts'

/**
 * What is still missing before a withdrawal is possible, each with its link. Empty when nothing is missing, or unknown.
 * Folded, it is one line that opens: for screens of something else.
 */
export function ReadinessCard({ isFolded = false }: { readonly isFolded?: boolean }) {
  const { t } = useTexts()
  const { data } = useQuery(queryFor(withdrawalReadiness, {}))
  if (data === undefined || !isAnythingMissing(data)) return null
  const steps = stepsOf(data)
  if (isFolded) {
    const done = steps.filter(({ isDone }) => isDone).length
    return (
      <Card>
        <details className={styles.fold}>
          <summary className={styles.row}>
            <b className={styles.words}>{t('readiness.title')}</b>
            <span className={styles.count}>{t('readiness.progress', { done, all: steps.length })}</span>
            <CaretRightIcon size={16} />
          </summary>
          <Steps steps={steps} kycState={data.kycState} />
        </details>
      </Card>
    )
  }
  return (
    <section aria-label={t('readiness.title')}>
      <RowList hasIcons>
        <p className={styles.head}>
          <b>{t('readiness.title')}</b>
          <span>{t('readiness.text')}</span>
        </p>
        <Steps steps={steps} kycState={data.kycState} />
      </RowList>
    </section>
  )
}

interface StepsProps extends Pick<Readiness, 'kycState'> {
  readonly steps: readonly ReadinessStep[]
}

/** A row for each step: done, or the link to what it takes. */
function Steps({ steps, kycState }: StepsProps) {
  const { t } = useTexts()
  return steps.map(({ name, isDone }) =>
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
        <span className={styles.words}>{t(stepText(name, kycState))}</span>
        <CaretRightIcon size={16} />
      </a>
    ),
  )
}

function stepText(name: keyof typeof stepRoutes, kycState: Readiness['kycState']) {
  return name === 'verified' && kycState !== 'verified'
    ? (`readiness.verified.${kycState}` as const)
    : (`readiness.todo.${name}` as const)
}
