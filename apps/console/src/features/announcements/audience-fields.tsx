import { mostCountedCustomers, operatorAnnouncementReach, operatorInstruments } from '@candor/api/operator'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { OptionalSelect, Select } from '../../shared/page/index.ts'
import { audienceOf, audiences, linkPages } from './announcement-model.ts'
import type { Draft } from './announcement-model.ts'
import styles from './announcements.module.css'

interface DraftProps {
  readonly draft: Draft
  readonly onChange: (part: Partial<Draft>) => void
}

/** Whom it addresses, with how many customers these are now. Planned work is for everyone. */
export function AudienceField({ draft, onChange }: DraftProps) {
  const audience = audienceOf(draft)
  const { data } = useQuery({ ...queryFor(operatorAnnouncementReach, { audience }), staleTime: 60_000 })
  const offered = draft.kind === 'work' ? audiences.filter((one) => one === audience) : audiences
  return (
    <div className={styles.counted}>
      <Select
        label={t('announcements.audience')}
        value={audience}
        onValue={(chosen) => onChange({ audience: chosen })}
        options={offered.map((value) => ({ value, label: t(`announcements.audience.${value}`) }))}
      />
      {data === undefined ? null : <span className={styles.reach}>{reachLabel(data.customers)}</span>}
    </div>
  )
}

function reachLabel(customers: number): string {
  const label = customers < mostCountedCustomers ? 'announcements.reach' : 'announcements.reach.most'
  return t(label, { count: customers })
}

/** Where it leads, and which instrument where it leads to one. */
export function LinkFields({ draft: { page, symbol }, onChange }: DraftProps) {
  const isInstrument = page === 'instrument'
  const { data } = useQuery({ ...queryFor(operatorInstruments, {}), staleTime: 60_000, enabled: isInstrument })
  const names = new Map(data?.items.map((item) => [item.symbol, item.name]))
  return (
    <div className={styles.fields}>
      <OptionalSelect
        label={t('announcements.link')}
        none={t('announcements.link.none')}
        values={linkPages}
        labelOf={(value) => t(`announcements.link.${value}`)}
        value={page}
        onValue={(chosen) => onChange({ page: chosen })}
      />
      {isInstrument ? (
        <OptionalSelect
          label={t('announcements.link.which')}
          none={t('announcements.link.choose')}
          values={[...names.keys()]}
          labelOf={(value) => t('announcements.link.named', { name: names.get(value) ?? value, symbol: value })}
          value={symbol === '' ? null : symbol}
          onValue={(chosen) => onChange({ symbol: chosen ?? '' })}
        />
      ) : null}
    </div>
  )
}

/** Where an announcement leads, in words; null for nowhere. */
export function linkLabel({ page, symbol }: Pick<Draft, 'page'> & { readonly symbol: string | null }): string | null {
  if (page === null) return null
  const label = t(`announcements.link.${page}`)
  return page === 'instrument' && symbol !== null && symbol !== ''
    ? t('announcements.link.named', { name: label, symbol })
    : label
}
