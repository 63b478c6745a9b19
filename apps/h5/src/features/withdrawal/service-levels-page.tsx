import { transparencyServiceLevels } from '@candor/api'
import type { OutputOf } from '@candor/api'
import { LinkRow, Note, RowList } from '@candor/ui'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { queryFor } from '../../shared/api/index.ts'
import { formatCount, formatDay, formatPercent, formatSpan, useTexts } from '../../shared/i18n/index.ts'
import { hrefOf } from '../../shared/page/index.ts'
import { NamedFacts, publicFiguresPage } from '../../shared/page/public-figures/index.ts'
import { inTimePercent, roundedSpanMs } from './service-levels-model.ts'
import styles from './service-levels-page.module.css'

/** How well the promises to customers were kept: public, computed from the books. */
export const ServiceLevelsPage = publicFiguresPage(
  { title: 'withdrawal.levels.title', failed: 'withdrawal.levels.loadFailed' },
  queryFor(transparencyServiceLevels, {}),
  (levels) => <Levels levels={levels} />,
)

type ServiceLevels = OutputOf<typeof transparencyServiceLevels>
type StepLevels =
  | ServiceLevels['withdrawals']['steps'][number]
  | ServiceLevels['identityChecks']['steps'][number]
  | ServiceLevels['service']['steps'][number]

function Levels({ levels }: { readonly levels: ServiceLevels }) {
  const { t, locale } = useTexts()
  const { withdrawals, identityChecks, service, fromMs, toMs } = levels
  const overdue = withdrawals.steps.reduce((sum, { overdueNow }) => sum + overdueNow, 0)
  const count = (value: number) => formatCount(locale, value)
  return (
    <>
      <p className={styles.lead}>
        {t('withdrawal.levels.lead', { from: formatDay(locale, fromMs), to: formatDay(locale, toMs) })}
      </p>
      {overdue === 0 ? null : (
        <Note tone="attention" icon={<WarningCircleIcon size={18} />}>
          {t('withdrawal.levels.overdue', { count: overdue })}
        </Note>
      )}
      {withdrawals.steps.map((step) => (
        <Step key={step.name} step={step} />
      ))}
      <NamedFacts
        name={t('withdrawal.levels.all')}
        facts={(['requested', 'completed', 'open', 'failed', 'rejected', 'cancelled'] as const).map((name) => ({
          name: t(`withdrawal.levels.${name}`),
          value: count(withdrawals[name]),
        }))}
      />
      {[...identityChecks.steps, ...service.steps].map((step) => (
        <Step key={step.name} step={step} />
      ))}
      <p className={styles.lead}>{t('withdrawal.levels.how')}</p>
      <p className={styles.lead}>{t('withdrawal.levels.days')}</p>
      <RowList>
        <LinkRow href={hrefOf('withdrawalRecords')} title={t('withdrawal.levels.own')} />
      </RowList>
    </>
  )
}

function Step({ step }: { readonly step: StepLevels }) {
  const { t, locale } = useTexts()
  const percent = inTimePercent(step)
  const missing = 'missing' in step ? step.missing : 0
  const none = missing > 0 ? t('withdrawal.levels.missing', { count: missing }) : t('withdrawal.levels.none')
  const span = (ms: number | null) => (ms === null ? none : formatSpan(locale, roundedSpanMs(ms)))
  return (
    <NamedFacts
      name={t(`withdrawal.levels.step.${step.name}`)}
      facts={[
        {
          name: t('withdrawal.levels.promise'),
          value: t('withdrawal.levels.within', { span: formatSpan(locale, step.promisedWithinMs) }),
        },
        {
          name: t('withdrawal.levels.inTime'),
          value:
            percent === null
              ? none
              : t('withdrawal.levels.inTimeOf', {
                  percent: formatPercent(locale, percent, { decimals: 1 }),
                  done: formatCount(locale, step.done),
                }),
        },
        { name: t('withdrawal.levels.median'), value: span(step.medianMs) },
        { name: t('withdrawal.levels.slowest'), value: span(step.slowestMs) },
        { name: t('withdrawal.levels.late'), value: formatCount(locale, step.overdueNow) },
      ]}
    />
  )
}
