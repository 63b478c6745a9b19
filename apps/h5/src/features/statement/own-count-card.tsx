import type { ReactNode } from 'react'
import { Button, Card, showToast } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { CallFailed } from '../../shared/api/index.ts'
import { formatCount, formatDateTime, useTexts } from '../../shared/i18n/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { hrefOf } from '../../shared/page/index.ts'
import { ownCountQuery, ownLeavesText } from '../../shared/money/own-count/index.ts'
import type { OwnCount } from '../../shared/money/own-count/index.ts'
import { saveText, Seal } from '../../shared/proof/index.ts'
import styles from './own-count-card.module.css'

/**
 * Whether the customer's balance is in the published total, as this device found. The ring closes only after the check
 * has passed here; before, nothing is drawn.
 */
export function OwnCountCard() {
  const { t } = useTexts()
  const { data, error } = useQuery(ownCountQuery)
  if (data !== undefined) return <Verdict count={data} />
  if (error === null) return null
  const isOffline = error instanceof CallFailed && error.failure.error === 'network'
  return (
    <Count ring="open" title={t('statement.counted.unknown')}>
      <p>{t(isOffline ? 'statement.counted.offline' : 'statement.counted.failed')}</p>
    </Count>
  )
}

function Verdict({ count }: { readonly count: OwnCount }) {
  const { t, locale } = useTexts()
  const ownMoney = useOwnMoney()
  const date = (atMs: number) => formatDateTime(locale, atMs)
  switch (count.state) {
    case 'counted':
      return (
        <Count ring="closed" title={t('statement.counted.title', { date: date(count.atMs) })}>
          <p>{t('statement.counted.text', { usd: ownMoney(count.USD, 'USD'), usdt: ownMoney(count.USDT, 'USDT') })}</p>
          <p>{t('statement.counted.logged', { entry: formatCount(locale, count.index) })}</p>
          <p>{t('statement.counted.limits')}</p>
          <SaveProof atMs={count.atMs} />
        </Count>
      )
    case 'pending':
      return (
        <Count ring="open" title={t('statement.counted.pending')}>
          <p>{t('statement.counted.pending.text')}</p>
        </Count>
      )
    case 'late':
    case 'unlogged':
    case 'mismatch':
      return (
        <Count ring={count.state === 'late' ? 'open' : 'broken'} title={t(`statement.counted.${count.state}`)}>
          <p>{t(`statement.counted.${count.state}.text`, { date: date(count.atMs) })}</p>
        </Count>
      )
  }
}

/** Saves the own leaves, so that the customer may check them without the app. */
function SaveProof({ atMs }: { readonly atMs: number }) {
  const { t } = useTexts()
  const save = async () => {
    const text = await ownLeavesText().catch(() => null)
    if (text === null) showToast('refused', t('statement.counted.failed'))
    else saveText(`candor-balance-${new Date(atMs).toISOString().slice(0, 10)}.json`, text)
  }
  return (
    <>
      <p>{t('statement.counted.save.text')}</p>
      <p>
        <Button tone="quiet" size="small" onClick={() => void save()}>
          {t('statement.counted.save')}
        </Button>
      </p>
    </>
  )
}

interface CountProps {
  readonly ring: 'closed' | 'open' | 'broken'
  readonly title: string
  readonly children: ReactNode
}

function Count({ ring, title, children }: CountProps) {
  const { t } = useTexts()
  return (
    <Card isPadded>
      <section className={styles.count} aria-label={title}>
        <Ring ring={ring} />
        <div className={styles.text}>
          <h2>{title}</h2>
          {children}
          <p>
            <a href={hrefOf('owed')}>{t('statement.counted.owed')}</a>
          </p>
        </div>
      </section>
    </Card>
  )
}

/** The mark of a verdict: closed with a tick, open while nothing is decided, open with a cross. */
function Ring({ ring }: Pick<CountProps, 'ring'>) {
  return (
    <Seal kind={ring} sidePx={36}>
      {ring === 'closed' ? (
        <>
          <circle cx="32" cy="32" r="27" />
          <path d="M21 33.2 28.6 40.6 43.6 25" />
        </>
      ) : (
        <path d="M51 51A27 27 0 1 1 51 13" />
      )}
      {ring === 'broken' ? <path d="M24 24 40 40M40 24 24 40" /> : null}
    </Seal>
  )
}
