import { createElement, Fragment, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import type { InstrumentView } from '@candor/api'
import { Sparkline } from '@candor/ui'
import { StarFillIcon } from '@candor/ui/icons/shell'
import { ClockClockwiseIcon, MoonIcon } from '@candor/ui/icons/trade'
import { useTexts } from '../../i18n/index.ts'
import { DirectionMark, InstrumentGlyph } from '../index.ts'
import { hrefOf } from '../../page/index.ts'
import { attachLiveRow } from './live-row.ts'
import './live-row.css'
import { rowCells, rowClass } from './row-cells.ts'
import { whileVisible } from './while-visible.ts'

export interface MarketRowProps {
  readonly instrument: InstrumentView
  readonly title: string
  readonly detail: string
  /** The part of the title that a search matched; empty for none. */
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
  const { symbol, decimals, isHalted, nextOpenMs } = instrument

  useLayoutEffect(() => {
    const shown = row.current
    if (shown === null) return
    return whileVisible(
      shown,
      () => attachLiveRow(shown, { symbol, title, decimals, isHalted, nextOpenMs }, texts),
      isOnScreen,
    )
  }, [symbol, title, decimals, isHalted, nextOpenMs, texts, isOnScreen])

  const cells = rowCells<ReactNode>(span, <InstrumentGlyph instrument={instrument} />, {
    title: (
      <>
        {emphasis === undefined ? title : <Emphasised text={title} {...emphasis} />}
        {isFavourite ? <StarFillIcon size={12} /> : null}
      </>
    ),
    detail,
    spark: <Sparkline values={spark.map(Number)} open={open === null ? null : Number(open)} />,
    second: (
      <>
        <DirectionMark />
        <ClockClockwiseIcon size={12} />
        <MoonIcon size={12} />
        <span />
      </>
    ),
  })
  return (
    <a
      ref={row}
      className={rowClass}
      href={hrefOf('contract', { symbol })}
      data-state={instrument.state}
      data-direction="flat"
    >
      {createElement(Fragment, null, ...cells)}
      <span className="spoken">{title}</span>
    </a>
  )
}

/** A cell: assistive technology reads the row's spoken text instead. */
export function span(className: string, ...children: readonly ReactNode[]): ReactNode {
  return createElement('span', { className, 'aria-hidden': true }, ...children)
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
