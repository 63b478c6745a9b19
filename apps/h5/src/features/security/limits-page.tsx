import { useState } from 'react'
import type { ReactNode } from 'react'
import { securityLimits } from '@candor/api'
import type { LimitKind, LimitView, OutputOf } from '@candor/api'
import { ButtonRow, Note, RowList } from '@candor/ui'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { formatDateTime, useTexts } from '../../shared/i18n/index.ts'
import { Loaded, screenOf } from '../../shared/page/index.ts'
import { ExcludeSheet } from './exclude-sheet.tsx'
import { LimitSheet } from './limit-sheet.tsx'
import styles from './security-page.module.css'

const kinds: readonly LimitKind[] = ['deposit', 'stake', 'loss', 'session']

/** The limits that customers set themselves, and the pause from buying. */
export const LimitsPage = screenOf({ title: 'security.limits', signedOut: 'security.limits.signedOut' }, OwnLimits)

function OwnLimits() {
  const limits = useQuery(queryFor(securityLimits, {}))
  return <Loaded queries={{ limits }}>{(read) => <Limits limits={read.limits} />}</Loaded>
}

function Limits({ limits }: { readonly limits: OutputOf<typeof securityLimits> }) {
  const { t, locale } = useTexts()
  const [edited, setEdited] = useState<LimitKind | null>(null)
  const [isExcluding, setExcluding] = useState(false)
  const of = (kind: LimitKind): LimitView =>
    limits.items.find((item) => item.kind === kind) ?? { kind, value: null, nextValue: null, nextFromMs: null }
  return (
    <div className={styles.page}>
      <p className={styles.lead}>{t('security.limits.lead')}</p>
      <RowList>
        {kinds.map((kind) => (
          <ButtonRow
            key={kind}
            title={<LimitTitle limit={of(kind)} />}
            detail={<Value limit={of(kind)} />}
            onPress={() => setEdited(kind)}
          />
        ))}
      </RowList>
      <p className={styles.note}>{t('security.limits.note')}</p>
      <h2 className={styles.section}>{t('security.exclude.title')}</h2>
      {limits.exclusion === null ? null : (
        <Note tone="attention" icon={<WarningCircleIcon size={18} />}>
          {t('security.exclude.until', { time: formatDateTime(locale, limits.exclusion.untilMs) })}
        </Note>
      )}
      <p className={styles.lead}>{t('security.exclude.lead')}</p>
      <RowList>
        <ButtonRow
          title={t(limits.exclusion === null ? 'security.exclude.begin' : 'security.exclude.longer')}
          onPress={() => setExcluding(true)}
        />
      </RowList>
      {edited === null ? null : <LimitSheet limit={of(edited)} onClose={() => setEdited(null)} />}
      {isExcluding ? <ExcludeSheet onClose={() => setExcluding(false)} /> : null}
    </div>
  )
}

function LimitTitle({ limit }: { readonly limit: LimitView }): ReactNode {
  const { t, locale } = useTexts()
  const next = limit.nextFromMs
  return (
    <>
      {t(`security.limits.${limit.kind}`)}
      {next === null ? null : (
        <span className={styles.next}>
          {t(limit.nextValue === null ? 'security.limits.offFrom' : 'security.limits.nextFrom', {
            value: limit.nextValue ?? '',
            time: formatDateTime(locale, next),
          })}
        </span>
      )}
    </>
  )
}

function Value({ limit }: { readonly limit: LimitView }): ReactNode {
  const { t } = useTexts()
  if (limit.value === null) return t('security.limits.none')
  return limit.kind === 'session' ? t('security.limits.minutes', { count: limit.value }) : limit.value
}
