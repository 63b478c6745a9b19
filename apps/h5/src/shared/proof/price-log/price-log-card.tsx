import { LogoMark } from '@candor/ui'
import { CaretRightIcon } from '@candor/ui/icons/shell'
import { useQuery } from '@tanstack/react-query'
import { realtime, useServerNow } from '../../api/realtime/index.ts'
import { durationText, formatCount, formatTime, useTexts } from '../../i18n/index.ts'
import type { Texts } from '../../i18n/index.ts'
import { publicOrigin } from '../acceptance/index.ts'
import styles from './price-log-card.module.css'
import { logStanding } from './price-log-model.ts'
import type { LogStanding } from './price-log-model.ts'
import { priceLogQuery } from './price-log-query.ts'

/** The way to the public log of all prices, with its newest head as this device has verified it. */
export function PriceLogCard() {
  const texts = useTexts()
  const nowMs = useServerNow()
  const { data, dataUpdatedAt, isError } = useQuery(priceLogQuery)
  const reading = data === undefined ? undefined : { head: data, readMs: realtime.clock.at(dataUpdatedAt) }
  const standing = logStanding(reading, isError, nowMs)
  return (
    <a className={styles.card} href={`${publicOrigin()}/price-log/`} data-state={standing.state}>
      <LogoMark height={22} />
      <span>
        <b>{texts.t(`price-log.${titleOf(standing)}`)}</b>
        <span className={styles.detail}>{detailOf(texts, standing)}</span>
      </span>
      <CaretRightIcon size={16} />
    </a>
  )
}

function titleOf({ state }: LogStanding): 'live' | 'late' | 'failed' | 'title' {
  return state === 'live' || state === 'late' || state === 'failed' ? state : 'title'
}

function detailOf(texts: Texts, standing: LogStanding): string {
  const { t, locale } = texts
  switch (standing.state) {
    case 'live':
      return t('price-log.live.text', {
        count: formatCount(locale, standing.size),
        time: durationText(texts, Math.floor(standing.ageMs / 1_000) * 1_000),
      })
    case 'late':
      return t('price-log.late.text', { time: formatTime(locale, standing.signedMs, { hasSeconds: true }) })
    case 'checking':
    case 'unread':
    case 'empty':
    case 'failed':
    case 'unknown-key':
      return t(`price-log.${standing.state}.text`)
  }
}
