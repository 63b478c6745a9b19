import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { OrderView } from '@candor/api'
import { LogoMark, VisuallyHidden } from '@candor/ui'
import { CaretRightIcon } from '@candor/ui/icons/shell'
import { formatCount, useTexts } from '../../shared/i18n/index.ts'
import { DirectionMark, instrumentTitle, shownResult, useInstrument } from '../../shared/instrument/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { currentLocation, pathOf, useLocation } from '../../shared/page/index.ts'
import { withResults } from './results-model.ts'
import type { FreshResults, ShownResults } from './results-model.ts'
import styles from './result-chip.module.css'
import { watchResults } from './watch-results.ts'

const shownMs = 20_000
const leaveMs = 160
const stepMs = 250

/**
 * The result of a contract, on whichever screen the customer is: in the strip of positions where there is one, else
 * above the dock. The screen of the order itself turns into the receipt, and needs no chip.
 */
export function ResultChip({ onResult }: { readonly onResult: () => void }) {
  const [shown, setShown] = useState<ShownResults | null>(null)
  const { pathname, search } = useLocation()
  const here = pathname + search
  const take = useCallback(
    (fresh: FreshResults) => {
      onResult()
      const { pathname, search } = currentLocation()
      const orders = fresh.orders.filter(({ id }) => pathOf('contractOrders', { id }) !== pathname + search)
      setShown((known) => withResults(known, { ...fresh, orders }))
    },
    [onResult],
  )
  useEffect(() => watchResults(take), [take])
  const order = shown?.kind === 'one' ? shown.order : null
  useEffect(() => {
    shownResult.set(order)
    return () => shownResult.set(null)
  }, [order])
  // The result is read: the chip does not come back after its page.
  if (shown !== null && linkOf(shown) === here) setShown(null)
  if (shown === null) return <div aria-live="polite" />
  const chip = <Chip key={keyOf(shown)} shown={shown} onOver={() => setShown(null)} />
  return (
    <>
      <div aria-live="polite">
        <VisuallyHidden>
          <Announcement shown={shown} />
        </VisuallyHidden>
      </div>
      <Placed chip={chip} />
    </>
  )
}

function linkOf(shown: ShownResults): string {
  return shown.kind === 'one'
    ? pathOf('contractOrders', { id: shown.order.id })
    : pathOf('contractOrders', { list: 'closed' })
}

const keyOf = (shown: ShownResults) => (shown.kind === 'one' ? shown.order.id : `${shown.count}`)

/** The chip in the contract page's strip of positions, where there is one; looked for while there is a chip. */
function Placed({ chip }: { readonly chip: ReactNode }) {
  const strip = useSyncExternalStore(subscribeSteps, () => document.querySelector('[data-results]'))
  return strip === null ? <ChipAbove>{chip}</ChipAbove> : createPortal(chip, strip)
}

function subscribeSteps(listener: () => void): () => void {
  const timer = setInterval(listener, stepMs)
  return () => clearInterval(timer)
}

function ChipAbove({ children }: { readonly children: ReactNode }) {
  const { t } = useTexts()
  return (
    <aside className={styles.above} aria-label={t('results.label')}>
      {children}
    </aside>
  )
}

interface ChipProps {
  readonly shown: ShownResults
  readonly onOver: () => void
}

/** Stays 20 s in sight, not counting time under a finger, with the focus, or below a sheet; then fades. */
function Chip({ shown, onOver }: ChipProps) {
  const { t, locale } = useTexts()
  const [isHeld, setHeld] = useState(false)
  const [leftMs, setLeftMs] = useState(shownMs)
  const isLeaving = leftMs <= 0
  useEffect(() => {
    if (isLeaving) {
      const timer = setTimeout(onOver, leaveMs)
      return () => clearTimeout(timer)
    }
    if (isHeld) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && document.querySelector('dialog[open]') === null)
        setLeftMs((ms) => ms - stepMs)
    }, stepMs)
    return () => clearInterval(timer)
  }, [isHeld, isLeaving, onOver])
  return (
    <a
      className={styles.chip}
      data-leaving={isLeaving}
      href={`#${linkOf(shown)}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <LogoMark height={20} />
      {shown.kind === 'one' ? (
        <>
          <Result order={shown.order} />
          {shown.further === 0 ? null : <span>{`+${formatCount(locale, shown.further)}`}</span>}
        </>
      ) : (
        <b>
          <Ended shown={shown} />
        </b>
      )}
      <span className={styles.go}>
        {t(shown.kind === 'one' ? 'results.receipt' : 'results.all')} <CaretRightIcon size={14} />
      </span>
    </a>
  )
}

function Result({ order }: { readonly order: OrderView }) {
  const { t } = useTexts()
  const ownMoney = useOwnMoney()
  return (
    <>
      <span className={styles.name}>
        <span>{useOrderName(order)}</span>
        <DirectionMark direction={order.direction} />
        <VisuallyHidden>{t(`results.direction.${order.direction}`)}</VisuallyHidden>
      </span>
      <b>{ownMoney(order.net ?? '0', undefined, 'result')}</b>
    </>
  )
}

/** What is spoken, once for each result. */
function Announcement({ shown }: { readonly shown: ShownResults }) {
  return <p key={keyOf(shown)}>{shown.kind === 'one' ? <News order={shown.order} /> : <Ended shown={shown} />}</p>
}

function News({ order }: { readonly order: OrderView }) {
  const { t } = useTexts()
  const ownMoney = useOwnMoney()
  const net = ownMoney(order.net ?? '0', order.asset, 'result')
  return t('results.news', { name: useOrderName(order), direction: order.direction, net })
}

function Ended({ shown: { count, hasMore } }: { readonly shown: Extract<ShownResults, { kind: 'many' }> }) {
  const { t, locale } = useTexts()
  return t('results.ended', { count, shown: formatCount(locale, count) + (hasMore ? '+' : '') })
}

function useOrderName(order: OrderView): string {
  const texts = useTexts()
  const instrument = useInstrument(order.symbol)
  return instrument ? instrumentTitle(texts, instrument) : order.name
}
