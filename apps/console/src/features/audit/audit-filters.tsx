import { operatorTeam } from '@candor/api/operator'
import { Button } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { bindTo, DayInput, Select, TextInput } from '../../shared/page/index.ts'
import { actGroups } from './audit-acts.ts'
import { isFilterWrong, noFilter, subjectKinds } from './audit-model.ts'
import type { AuditFilter, SubjectKind } from './audit-model.ts'
import styles from './audit.module.css'

export interface AuditFiltersProps {
  readonly filter: AuditFilter
  readonly onFilter: (filter: AuditFilter) => void
}

/** Who, what, about what, and when. */
export function AuditFilters({ filter, onFilter }: AuditFiltersProps) {
  const team = useQuery({ ...queryFor(operatorTeam, {}), staleTime: 60_000 })
  const change = (part: Partial<AuditFilter>) => onFilter({ ...filter, ...part })
  const bind = bindTo(filter, change)
  const acts = Object.values(actGroups).flatMap((group) =>
    group.map((act) => ({ value: act as string, label: t(`audit.act.${act}`) })),
  )
  return (
    <div>
      <div className={styles.filters}>
        <Select
          {...bind('operatorId')}
          label={t('audit.filter.who')}
          options={[
            { value: '', label: t('audit.filter.anyone') },
            ...(team.data?.items ?? []).map(({ operatorId, name }) => ({ value: operatorId, label: name })),
          ]}
        />
        <Select
          {...bind('action')}
          label={t('audit.filter.what')}
          options={[{ value: '', label: t('audit.filter.anything') }, ...acts]}
        />
        <Select<SubjectKind | ''>
          label={t('audit.filter.about')}
          value={filter.kind}
          onValue={(kind) => change({ kind, ...(kind === '' ? { number: '' } : {}) })}
          options={[
            { value: '', label: t('audit.filter.everything') },
            ...subjectKinds.map((kind) => ({ value: kind, label: t(`audit.kind.${kind}`) })),
          ]}
        />
        <TextInput {...bind('number')} label={t('audit.filter.number')} maxLength={18} />
        <DayInput {...bind('fromDay')} label={t('audit.filter.from')} />
        <DayInput {...bind('toDay')} label={t('audit.filter.to')} />
        <Button tone="quiet" size="small" onClick={() => onFilter(noFilter)}>
          {t('audit.filter.clear')}
        </Button>
      </div>
      <p className={styles.wrong} role="status">
        {isFilterWrong(filter) ? t('audit.filter.wrong') : ''}
      </p>
    </div>
  )
}
