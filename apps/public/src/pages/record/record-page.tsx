import { transparencyIncidents, transparencyOdds, transparencyRules, transparencyServiceLevels } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { Columns, Loaded, PageTitle, Stale } from '../../shared/parts/index.ts'
import { IncidentsCard } from './incidents-card.tsx'
import { PromisesCard } from './promises-card.tsx'
import { stepsOf } from './record-model.ts'
import { RuleCards } from './rule-cards.tsx'

const refetchInterval = 60_000

/** The record: promises on the left; what went wrong, then the rules, on the right. */
export function RecordPage() {
  const { t } = useTexts()
  const levels = useQuery({ ...queryFor(transparencyServiceLevels, {}), refetchInterval })
  const incidents = useQuery({ ...queryFor(transparencyIncidents, {}), refetchInterval })
  const odds = useQuery({ ...queryFor(transparencyOdds, {}), refetchInterval })
  const rules = useQuery({ ...queryFor(transparencyRules, {}), refetchInterval })
  return (
    <>
      <PageTitle title={t('record.title')} text={t('record.lead')} />
      <Stale queries={[levels, incidents, odds, rules]} />
      <Columns
        main={<Loaded query={levels}>{(value) => <PromisesCard steps={stepsOf(value)} />}</Loaded>}
        side={
          <>
            <Loaded query={incidents}>
              {(value) => <IncidentsCard incidents={value} nowMs={incidents.dataUpdatedAt} odds={odds.data} />}
            </Loaded>
            <Loaded query={rules}>{(value) => <RuleCards rules={value.items} />}</Loaded>
          </>
        }
      />
    </>
  )
}
