import { useState } from 'react'
import { Button, RadioList, Sheet } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'
import { instrumentTitle, useInstruments } from '../../shared/instrument/index.ts'

const allMarkets = 'all'

export interface MarketButtonProps {
  /** Null: all. */
  readonly symbol: string | null
  readonly onSymbol: (symbol: string | null) => void
}

/** The market that a list is of, which a tap changes. */
export function MarketButton({ symbol, onSymbol }: MarketButtonProps) {
  const texts = useTexts()
  const { t } = texts
  const [isChoosing, setChoosing] = useState(false)
  const { data } = useInstruments()
  const markets = (data?.items ?? []).map((instrument) => ({
    value: instrument.symbol,
    title: instrumentTitle(texts, instrument),
  }))
  const chosen = symbol === null ? t('orders.market.all') : markets.find(({ value }) => value === symbol)?.title
  return (
    <>
      <Button tone="quiet" size="medium" onClick={() => setChoosing(true)}>
        {chosen ?? symbol}
      </Button>
      {isChoosing ? (
        <Sheet title={t('orders.market')} closeLabel={t('shared.action.close')} onClose={() => setChoosing(false)}>
          <RadioList
            label={t('orders.market')}
            options={[{ value: allMarkets, title: t('orders.market.all') }, ...markets]}
            value={symbol ?? allMarkets}
            onValue={(value) => {
              setChoosing(false)
              onSymbol(value === allMarkets ? null : value)
            }}
          />
        </Sheet>
      ) : null}
    </>
  )
}
