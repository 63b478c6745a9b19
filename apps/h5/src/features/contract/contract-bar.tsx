import { useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { InstrumentView } from '@candor/api'
import { IconButton, VisuallyHidden } from '@candor/ui'
import { CaretLeftIcon } from '@candor/ui/icons/shell'
import { ReceiptIcon } from '@candor/ui/icons/ticket'
import { CaretDownIcon } from '@candor/ui/icons/trade'
import { FavouriteButton, noteRecentInstrument } from '../../shared/instrument/favourites/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { instrumentDetail, instrumentTitle } from '../../shared/instrument/index.ts'
import { hrefOf, navigation } from '../../shared/page/index.ts'
import styles from './contract-bar.module.css'
import { LateSheet } from './late-sheet.tsx'
import type { OrdersRoute } from './practice.ts'

export interface ContractBarProps {
  /** Null while it is unknown. */
  readonly instrument: InstrumentView | null
  readonly orders?: OrdersRoute
  readonly onSwitch: (symbol: string) => void
  /** Before the star: the price alerts. */
  readonly children?: ReactNode
}

/** Back, the instrument as a button that switches it, its price alerts, its star, and the orders. */
export function ContractBar({ instrument, orders = 'contractOrders', onSwitch, children }: ContractBarProps) {
  const texts = useTexts()
  const { t } = texts
  const [isSwitching, setIsSwitching] = useState(false)
  const close = useCallback(() => setIsSwitching(false), [])
  const symbol = instrument?.symbol
  useEffect(() => {
    if (symbol !== undefined) noteRecentInstrument(symbol)
  }, [symbol])
  return (
    <header className={styles.bar}>
      <IconButton label={t('shared.action.back')} onClick={() => navigation.back()}>
        <CaretLeftIcon />
      </IconButton>
      <h1 className={styles.title}>
        {instrument === null ? (
          t('contract.title')
        ) : (
          <button type="button" className={styles.switch} onClick={() => setIsSwitching(true)}>
            <b>{instrumentTitle(texts, instrument)}</b>
            <span className={styles.detail}>
              {instrument.category === 'futures'
                ? instrumentDetail(texts, instrument)
                : t(`instrument.category.${instrument.category}`)}
            </span>
            <CaretDownIcon size={14} />
            <VisuallyHidden>{t('contract.switch')}</VisuallyHidden>
          </button>
        )}
      </h1>
      {instrument === null ? null : (
        <>
          {children}
          <FavouriteButton symbol={instrument.symbol} name={instrumentTitle(texts, instrument)} />
        </>
      )}
      <a className={styles.orders} href={hrefOf(orders)} aria-label={t('contract.orders')}>
        <ReceiptIcon />
      </a>
      {isSwitching && instrument !== null ? (
        <LateSheet
          onFailed={close}
          draw={({ InstrumentSwitcher }) => (
            <InstrumentSwitcher
              current={instrument}
              onClose={close}
              onChoose={(symbol) => {
                close()
                if (symbol !== instrument.symbol) onSwitch(symbol)
              }}
            />
          )}
        />
      ) : null}
    </header>
  )
}
