import { useLayoutEffect, useRef } from 'react'
import type { InstrumentView } from '@candor/api'
import { Sparkline } from '@candor/ui'
import { StarFillIcon } from '@candor/ui/icons/shell'
import { ClockClockwiseIcon, MoonIcon } from '@candor/ui/icons/trade'
import { useTexts } from '../i18n/index.ts'
import { DirectionMark, InstrumentGlyph } from '../instrument/index.ts'
import { hrefOf } from '../navigation/index.ts'
import { attachLiveRow } from './live-row.ts'
import styles from './market-row.module.css'
import { whileVisible } from './while-visible.ts'

export interface MarketRowProps {
  readonly instrument: InstrumentView
  readonly title: string
  readonly detail: string
  /** The part of the title that a search found; empty for none. */
  readonly emphasis?: { readonly from: number; readonly to: number }
  readonly spark: readonly string[]
  readonly open: string | null
  readonly isFavourite?: boolean
  /** Is on the screen when it is first drawn, so its price is drawn with it. */
  readonly isOnScreen?: boolean
}

/** One instrument of the list: a link to its contract page. Prices are written into it outside of React. */
export function MarketRow({
  instrument,
  title,
  detail,
  emphasis,
  spark,
  open,
  isFavourite = false,
  isOnScreen = false,
}: MarketRowProps) {
  const texts = useTexts()
  const row = useRef<HTMLAnchorElement>(null)
  const figures = useRef<HTMLSpanElement>(null)
  const digits = useRef<HTMLSpanElement>(null)
  const second = useRef<HTMLSpanElement>(null)
  const spoken = useRef<HTMLSpanElement>(null)
  const { symbol, decimals, isHalted, nextOpenMs } = instrument

  useLayoutEffect(() => {
    const parts = {
      row: row.current,
      figures: figures.current,
      digits: digits.current,
      second: second.current,
      spoken: spoken.current,
    }
    if (!hasAll(parts)) return
    return whileVisible(
      parts.row,
      () => attachLiveRow(parts, { symbol, title, decimals, isHalted, nextOpenMs }, texts),
      isOnScreen,
    )
  }, [symbol, title, decimals, isHalted, nextOpenMs, texts, isOnScreen])

  return (
    <a
      ref={row}
      className={styles.row}
      href={hrefOf('contract', { symbol })}
      data-state={instrument.state}
      data-direction="flat"
    >
      <InstrumentGlyph instrument={instrument} />
      <span className={styles.names} aria-hidden="true">
        <span className={styles.title}>
          {emphasis === undefined ? title : <Emphasised text={title} {...emphasis} />}
          {isFavourite ? <StarFillIcon size={12} /> : null}
        </span>
        <span className={styles.detail}>{detail}</span>
      </span>
      <span className={styles.spark}>
        <Sparkline values={spark.map(Number)} open={open === null ? null : Number(open)} />
      </span>
      <span ref={figures} className={styles.figures} aria-hidden="true">
        <span ref={digits} className={styles.price} />
        <span className={styles.second}>
          <DirectionMark />
          <ClockClockwiseIcon size={12} />
          <MoonIcon size={12} />
          <span ref={second} />
        </span>
      </span>
      <span ref={spoken} className={styles.spoken}>
        {title}
      </span>
    </a>
  )
}

function Emphasised({ text, from, to }: { readonly text: string; readonly from: number; readonly to: number }) {
  if (from === to) return text
  return (
    <>
      {text.slice(0, from)}
      <b>{text.slice(from, to)}</b>
      {text.slice(to)}
    </>
  )
}

function hasAll<Parts extends Record<string, HTMLElement | null>>(
  parts: Parts,
): parts is Parts & { [Name in keyof Parts]: HTMLElement } {
  return Object.values(parts).every((part) => part !== null)
}
