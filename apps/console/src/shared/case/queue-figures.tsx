import { transparencyServiceLevels } from '@candor/api'
import { dayQueues, operatorDayCases } from '@candor/api/operator'
import { formatCount, formatPercent } from '@candor/ui/format'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../api/index.ts'
import { locale, t } from '../i18n/index.ts'
import type { Screen } from '../navigation/index.ts'
import { Figure, Figures } from '../page/index.ts'
import { distanceText } from './promise-ring.tsx'
import { shareInTime } from './queue-levels.ts'

/** What a queue came to today, and how its promises were kept in 30 days. Nothing for screens without such cases. */
export function QueueFigures({ screen }: { readonly screen: Screen }) {
  const queue = dayQueues.find((name) => name === screen)
  const isPromised = queue === 'withdrawals' || queue === 'reviews'
  const today = useQuery({ ...queryFor(operatorDayCases, {}), enabled: queue !== undefined, refetchInterval: 30_000 })
  const levels = useQuery({
    ...queryFor(transparencyServiceLevels, {}),
    enabled: isPromised,
    refetchInterval: 60_000,
  }).data
  const day = today.data?.queues.find((found) => found.queue === queue)
  if (day === undefined) return null
  const steps = queue === 'withdrawals' ? levels?.withdrawals.steps : levels?.identityChecks.steps
  const share = shareInTime(steps ?? [])
  return (
    <Figures>
      <Figure
        name={t('shared.queue.today')}
        value={formatCount(locale, day.decided)}
        text={t('shared.queue.today.text')}
      />
      <Figure
        name={t('shared.queue.half')}
        value={day.medianMs === null ? '–' : distanceText(day.medianMs)}
        text={t('shared.queue.half.text')}
      />
      {day.late === null ? null : (
        <Figure
          name={t('shared.queue.lateToday')}
          value={formatCount(locale, day.late.cases)}
          text={t('shared.queue.lateToday.text', { count: day.late.of })}
          isUrgent={day.late.cases > 0}
        />
      )}
      {isPromised && levels !== undefined ? (
        <Figure
          name={t('shared.queue.inTime')}
          value={share === null ? '–' : formatPercent(locale, (share * 100).toFixed(1), { decimals: 1 })}
          text={t(share === null ? 'shared.queue.inTime.few' : 'shared.queue.inTime.text')}
        />
      ) : null}
    </Figures>
  )
}
