import { useState } from 'react'
import { contractDays } from '@candor/api'
import { dayMs } from '@candor/formulas'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../../shared/api/index.ts'
import { useServerNow } from '../../../shared/api/realtime/index.ts'
import { Emphasised, formatCount, useTexts } from '../../../shared/i18n/index.ts'
import { useOwnMoney } from '../../../shared/money/index.ts'
import { hrefOf } from '../../../shared/page/index.ts'
import styles from './open-contracts.module.css'

/** How many contracts have settled today, how many were won, and what they came to; leads to them. */
export function SettledToday() {
  const { t, locale } = useTexts()
  const ownMoney = useOwnMoney()
  const nowMs = useServerNow(60_000)
  const [utcOffsetMinutes] = useState(() => -new Date().getTimezoneOffset())
  const { data } = useQuery(queryFor(contractDays, { utcOffsetMinutes, limit: 1 }))
  const newest = data?.items[0]
  if (newest === undefined || nowMs - newest.startMs >= dayMs) return null
  const { sums } = newest
  return (
    <a className={styles.settled} href={hrefOf('contractOrders', { list: 'closed' })}>
      <Emphasised
        text={t('contractWide.settled', {
          count: formatCount(locale, total(sums.map(({ contracts }) => contracts))),
          won: formatCount(locale, total(sums.map(({ won }) => won))),
          net: sums.map(({ net, asset }) => ownMoney(net, asset, 'result')).join(' · '),
        })}
      />
    </a>
  )
}

const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)
