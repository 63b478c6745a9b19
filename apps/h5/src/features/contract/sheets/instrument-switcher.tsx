import { useMemo, useState } from 'react'
import type { InstrumentView } from '@candor/api'
import { RowList, Sheet } from '@candor/ui'
import { useTexts } from '../../../shared/i18n/index.ts'
import {
  InstrumentGlyph,
  instrumentDetail,
  instrumentTitle,
  searchInstruments,
  useInstruments,
} from '../../../shared/instrument/index.ts'
import styles from './instrument-switcher.module.css'

export interface InstrumentSwitcherProps {
  readonly current: InstrumentView
  readonly onChoose: (symbol: string) => void
  readonly onClose: () => void
}

/** Another instrument without going back to the market: its category first, all by search. */
export function InstrumentSwitcher({ current, onChoose, onClose }: InstrumentSwitcherProps) {
  const texts = useTexts()
  const { t } = texts
  const { data } = useInstruments()
  const [text, setText] = useState('')
  const items = useMemo(
    () =>
      (data?.items ?? []).map((instrument) => ({
        symbol: instrument.symbol,
        title: instrumentTitle(texts, instrument),
        detail: instrumentDetail(texts, instrument),
        exchangeSymbol: instrument.exchangeSymbol,
        instrument,
      })),
    [data, texts],
  )
  const shown =
    text.trim() === ''
      ? items.filter(({ instrument }) => instrument.category === current.category)
      : searchInstruments(items, text).map(({ item }) => item)
  return (
    <Sheet title={t('contractSheets.switch.title')} closeLabel={t('shared.action.close')} onClose={onClose}>
      <input
        type="search"
        className={styles.search}
        aria-label={t('contractSheets.switch.search')}
        placeholder={t('contractSheets.switch.search')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={styles.list}>
        {shown.length === 0 ? (
          <p className={styles.none}>{t('contractSheets.switch.none', { text: text.trim() })}</p>
        ) : null}
        <RowList hasIcons>
          {shown.map(({ instrument, title, detail }) => (
            <button
              key={instrument.symbol}
              type="button"
              className={styles.row}
              aria-current={instrument.symbol === current.symbol}
              onClick={() => onChoose(instrument.symbol)}
            >
              <InstrumentGlyph instrument={instrument} size="small" />
              <span className={styles.names}>
                <span>{title}</span>
                <small>{detail}</small>
              </span>
            </button>
          ))}
        </RowList>
      </div>
    </Sheet>
  )
}
