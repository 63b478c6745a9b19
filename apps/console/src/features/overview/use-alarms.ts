import { operatorExposure, operatorMarkets, operatorPriceLog } from '@candor/api/operator'
import type { OutputOf } from '@candor/api/operator'
import { operatorSupportDesk } from '@candor/api/operator/support'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { t, utcTime } from '../../shared/i18n/index.ts'
import type { Screen } from '../../shared/navigation/index.ts'
import { useMay } from '../../shared/operator/index.ts'
import { distanceText } from '../../shared/case/index.ts'

/** Something that is wrong now, and the screen that shows more. */
export interface Alarm {
  readonly key: string
  readonly title: string
  readonly text: string
  readonly screen: Screen
  readonly place?: string
}

const refetchInterval = 10_000

/** What is wrong now, of what the operator may see; undefined while none of it is read. */
export function useAlarms(): { readonly alarms: readonly Alarm[] | undefined; readonly maySee: boolean } {
  const mayRisk = useMay(operatorMarkets.access) === true
  const mayAnswer = useMay(operatorSupportDesk.access) === true
  const markets = useQuery({ ...queryFor(operatorMarkets, {}), enabled: mayRisk, refetchInterval }).data
  const exposure = useQuery({ ...queryFor(operatorExposure, {}), enabled: mayRisk, refetchInterval }).data
  const priceLog = useQuery({ ...queryFor(operatorPriceLog, {}), enabled: mayRisk, refetchInterval }).data
  const support = useQuery({ ...queryFor(operatorSupportDesk, {}), enabled: mayAnswer, refetchInterval }).data
  const isRead = [markets, exposure, priceLog, support].some((found) => found !== undefined)
  const alarms = [
    ...(markets === undefined ? [] : marketAlarms(markets)),
    ...(exposure === undefined ? [] : exposureAlarms(exposure)),
    ...(priceLog === undefined ? [] : logAlarms(priceLog)),
    ...(support === undefined ? [] : supportAlarms(support)),
  ]
  return { maySee: mayRisk || mayAnswer, alarms: isRead ? alarms : undefined }
}

function marketAlarms({ items, feed }: OutputOf<typeof operatorMarkets>): Alarm[] {
  const risk = { screen: 'risk' as const, place: 'exposure' }
  return [
    ...items.flatMap(({ symbol, name, halt }) =>
      halt === null
        ? []
        : [
            {
              key: `halt ${symbol}`,
              title: t('overview.alarm.halt', { name }),
              text: t('overview.alarm.halt.text', { time: utcTime(halt.haltedMs), name: halt.haltedBy.name }),
              ...risk,
            },
          ],
    ),
    ...items
      .filter(({ state, halt }) => state === 'stale' && halt === null)
      .map(({ symbol, name }) => ({
        key: `stale ${symbol}`,
        title: t('overview.alarm.stale', { name }),
        text: t('overview.alarm.stale.text'),
        ...risk,
      })),
    ...feed.sources
      .filter(({ state }) => state === 'down')
      .map(({ name }) => ({
        key: `source ${name}`,
        title: t('overview.alarm.source', { name }),
        text: t('overview.alarm.source.text'),
        ...risk,
      })),
  ]
}

/** Of what should not be at all, how much there is. */
function countAlarm(key: 'overdue' | 'differs', count: number, shownAt: Pick<Alarm, 'screen' | 'place'>): Alarm[] {
  if (count === 0) return []
  return [{ key, title: t(`overview.alarm.${key}`, { count }), text: t(`overview.alarm.${key}.text`), ...shownAt }]
}

function exposureAlarms({ overdue, halted }: OutputOf<typeof operatorExposure>): Alarm[] {
  const risk = { screen: 'risk' as const, place: 'exposure' }
  return [
    ...countAlarm('overdue', overdue, risk),
    ...halted.map(({ stripe, asset, reason }) => ({
      key: `books ${stripe} ${asset}`,
      title: t('overview.alarm.books', { stripe, asset }),
      text: reason,
      ...risk,
    })),
  ]
}

function logAlarms({ lagMs, alarmMs, differences }: OutputOf<typeof operatorPriceLog>): Alarm[] {
  const risk = { screen: 'risk' as const, place: 'history' }
  return [
    ...countAlarm('differs', differences, risk),
    ...(lagMs === null || lagMs <= alarmMs
      ? []
      : [
          {
            key: 'log',
            title: t('overview.alarm.log'),
            text: t('overview.alarm.log.text', { time: distanceText(lagMs) }),
            ...risk,
          },
        ]),
  ]
}

function supportAlarms({ queue, own, alarmMs }: OutputOf<typeof operatorSupportDesk>): Alarm[] {
  const count = [...queue, ...own].filter(({ isOverdue }) => isOverdue).length
  if (count === 0) return []
  return [
    {
      key: 'support',
      title: t('overview.alarm.support', { count }),
      text: t('overview.alarm.support.text', { time: distanceText(alarmMs) }),
      screen: 'support',
    },
  ]
}
