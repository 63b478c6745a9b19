import { useState } from 'react'
import { systemStatus, transparencyCheckpoints, transparencyFrames } from '@candor/api'
import { slotStartMs } from '@candor/formulas'
import { formatPrice } from '@candor/ui/format'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { Card, Columns, Figure, Loaded, PageTitle } from '../../shared/parts/index.ts'
import type { CheckRequest } from './check-link.ts'
import { slotText, utcTenths } from './check-labels.ts'
import { FormCard } from './form-card.tsx'
import { NumberedList } from './numbered-list.tsx'
import { OrderCard } from './order-card.tsx'
import styles from './check.module.css'

const firstSymbol = 'BTCUSDT'
const refreshMs = 5_000

interface StartViewProps {
  readonly onCheck: (request: CheckRequest) => void
  readonly onReceipt: (text: string) => void
}

/** Where a check begins: a price at a time, a link, or a receipt. */
export function StartView({ onCheck, onReceipt }: StartViewProps) {
  const { t } = useTexts()
  const [symbol, setSymbol] = useState(firstSymbol)
  const status = useQuery(queryFor(systemStatus, {}))
  return (
    <>
      <PageTitle title={t('check.title')} text={t('check.text')} />
      <Columns
        main={
          <>
            <Loaded query={status}>
              {({ genesisMs, nowMs }) => (
                <FormCard genesisMs={genesisMs} nowMs={nowMs} symbol={symbol} onSymbol={setSymbol} onCheck={onCheck} />
              )}
            </Loaded>
            <NewestCard symbol={symbol} onCheck={onCheck} />
          </>
        }
        side={
          <>
            <OrderCard onCheck={onCheck} onReceipt={onReceipt} />
            <ShowsCard />
          </>
        }
      />
    </>
  )
}

/** The newest frame of the market that is chosen and in the log already. */
function NewestCard({ symbol, onCheck }: { readonly symbol: string; readonly onCheck: StartViewProps['onCheck'] }) {
  const { t, locale } = useTexts()
  const log = useQuery({ ...queryFor(transparencyCheckpoints, {}), refetchInterval: refreshMs })
  const shard = log.data?.shards.findLast((each) => each.log === 'ticks' && each.size > 0)
  const slot = shard === undefined ? null : (shard.firstSlot ?? 0) + shard.size - 1
  const frames = useQuery({
    ...queryFor(transparencyFrames, { symbol, slot: slot ?? 0, count: 1 }),
    enabled: slot !== null && symbol !== '',
    placeholderData: (previous) => (previous?.symbol === symbol ? previous : undefined),
  })
  const frame = frames.data?.items[0]
  const status = useQuery(queryFor(systemStatus, {}))
  if (frame === undefined || status.data === undefined) return null
  return (
    <Card title={t('check.newest.title')} aside={t('check.newest.signed')}>
      <div className={styles.newest}>
        <Figure label={symbol} value={formatPrice(locale, frame.price)} />
        <div>
          <code>#{slotText(locale, frame.slot)}</code>
          <span className={styles.caption}>{utcTenths(slotStartMs(frame.slot, status.data.genesisMs))} UTC</span>
        </div>
      </div>
      <button
        type="button"
        className={styles.evidenceLink}
        onClick={() => onCheck({ kind: 'price', symbol, slot: frame.slot })}
      >
        {t('check.newest.check')}
      </button>
    </Card>
  )
}

function ShowsCard() {
  const { t } = useTexts()
  return (
    <Card title={t('check.shows.title')}>
      <NumberedList
        items={(['windows', 'neighbours', 'proof'] as const).map((part) => ({
          title: t(`check.shows.${part}`),
          text: t(`check.shows.${part}.text`),
        }))}
      />
    </Card>
  )
}
