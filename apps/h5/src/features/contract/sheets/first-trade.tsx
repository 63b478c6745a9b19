import { contractOrders, transparencyOdds } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../../shared/api/index.ts'
import { useTexts } from '../../../shared/i18n/index.ts'
import styles from './first-trade.module.css'
import { customersFare } from './first-trade-model.ts'

/** Before a customer's first contract: how customers fare, or that there are too few contracts to say. */
export function FirstTrade() {
  const texts = useTexts()
  const { t } = texts
  const orders = useQuery(queryFor(contractOrders, { limit: 1 }))
  const isFirst = orders.data?.items.length === 0
  const odds = useQuery({ ...queryFor(transparencyOdds, {}), enabled: isFirst, staleTime: 300_000 })
  if (!isFirst || odds.data === undefined) return null
  return (
    <p className={styles.note}>
      <b>{t('contractSheets.first.title')}</b> {customersFare(texts, odds.data)}{' '}
      <a className={styles.link} href="/odds/" target="_blank" rel="noreferrer">
        {t('contractSheets.first.link')}
      </a>
    </p>
  )
}
