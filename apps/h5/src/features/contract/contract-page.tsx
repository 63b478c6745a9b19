import { useCallback, useEffect, useReducer, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import type { InstrumentView, OrderView, TermsView } from '@candor/api'
import { amount } from '@candor/money'
import { useTexts } from '../../shared/i18n/index.ts'
import {
  instrumentTitle,
  shownResult,
  triedInstrument,
  useInstrumentQuote,
  useInstruments,
} from '../../shared/instrument/index.ts'
import { useRecentInstruments } from '../../shared/instrument/favourites/index.ts'
import { Loaded, navigation, PageFrame, pathOf, useRouteParams } from '../../shared/page/index.ts'
import { realtime, useConnection, useQuote, useServerNow } from '../../shared/api/realtime/index.ts'
import { useIsSignedIn } from '../../shared/device/index.ts'
import { ChartPanel } from './chart-panel.tsx'
import { ContractBar } from './contract-bar.tsx'
import { offeredDuration, reduceContractForm, summariseContract } from './contract-form-model.ts'
import { buyGate, buyObstacle } from './contract-gate-model.ts'
import type { BuyGate } from './contract-gate-model.ts'
import styles from './contract-page.module.css'
import { useAvailableUnits, useKycState, useOpenPositions, useTerms } from './contract-queries.ts'
import { ContractSkeleton } from './contract-skeleton.tsx'
import { ContractTicket } from './contract-ticket.tsx'
import { obstacleText } from './obstacle-labels.ts'
import type { Sheets } from './late-sheet.tsx'
import { LateSheet, sheetsAtFirstTouch, stayWithout } from './late-sheet.tsx'
import { PositionStrip } from './position-strip.tsx'
import type { Practice } from './practice.ts'
import { PriceHead } from './price-head.tsx'
import { priceTone } from './price-tone.ts'
import { recallChoice, rememberChoice } from './remembered-choice.ts'
import type { Offer } from './sheets/index.ts'

/** With `practice`, nothing on the page is the customer's account: it shows and spends practice money. */
interface PracticeProps {
  readonly practice?: Practice | undefined
}

/**
 * Contract trading: finds the instrument and its terms, then shows the page of it. Without an instrument in the
 * address, it is the one that was opened last, else one that is open.
 */
export function ContractPage({ practice }: PracticeProps) {
  const { t } = useTexts()
  const { symbol: named } = useRouteParams('contract')
  const { trade } = practice?.routes ?? ownRoutes
  const [last] = useRecentInstruments()
  const instruments = useInstruments()
  const symbol = named ?? last ?? triedInstrument([], instruments.data?.items ?? [])?.symbol ?? ''
  useEffect(() => {
    if (named === undefined && symbol !== '') navigation.redirect(trade, { symbol })
  }, [named, symbol, trade])
  const terms = useTerms(symbol)
  const instrument = instruments.data?.items.find((item) => item.symbol === symbol)
  const underBar = (state: ReactNode) => (
    <div className={styles.page} data-turns="">
      <ContractBar instrument={instrument ?? null} onSwitch={() => undefined} />
      {state}
    </div>
  )
  if (instruments.data !== undefined && instrument === undefined)
    return underBar(<LateSheet draw={({ UnknownInstrument }) => <UnknownInstrument />} onFailed={stayWithout} />)
  return (
    <PageFrame value={underBar}>
      <Loaded queries={{ instruments, terms }} failed={t('contract.failed')} loading={<ContractSkeleton />}>
        {(read) =>
          instrument === undefined ? null : (
            <Contract key={symbol} instrument={instrument} terms={read.terms.durations} practice={practice} />
          )
        }
      </Loaded>
    </PageFrame>
  )
}

/** Where the customer's own contracts are traded, and where they are found. */
const ownRoutes = { trade: 'contract', orders: 'contractOrders' } as const

type Layer = { readonly kind: 'odds' } | { readonly kind: 'confirm'; readonly offer: Offer } | null

/** The ticket's choices, restored and saved. */
function useChoice(symbol: string, terms: readonly TermsView[]) {
  const [recalled] = useState(() => recallChoice(symbol, terms))
  const [choice, dispatch] = useReducer(reduceContractForm, recalled)
  useEffect(() => {
    if (choice !== recalled) rememberChoice(symbol, choice)
  }, [symbol, choice, recalled])
  return [choice, dispatch] as const
}

/** The ticket's form, what it comes to with these terms, and why it cannot be bought now. */
function useTicket(instrument: InstrumentView, terms: readonly TermsView[], practice: Practice | undefined) {
  const { symbol } = instrument
  const [choice, dispatch] = useChoice(symbol, terms)
  const form = { ...choice, ...practice?.money, durationMs: offeredDuration(choice.durationMs, terms) }
  const ownUnits = useAvailableUnits(form.asset)
  const availableUnits = practice ? practice.availableUnits : ownUnits
  const summary = summariseContract(form, { terms, availableUnits })
  const quote = useQuote(symbol)
  const { phase } = useConnection()
  const nowMs = useServerNow()
  const tone = priceTone(quote, phase)
  const state = tone === 'stale' ? tone : quote?.state
  const seen = quote === undefined || state === undefined ? null : { state, ageMs: nowMs - quote.tickAtMs }
  const obstacle = buyObstacle({ instrument, quote: seen, isOffline: phase === 'offline', nowMs }, summary)
  return { form, dispatch, availableUnits, summary, tone, obstacle }
}

/** The open contracts, and the one whose result is on the screen. */
function useContracts(practice: Practice | undefined) {
  const orders = useOpenPositions()
  const settled = useSyncExternalStore(shownResult.subscribe, shownResult.get)
  return practice ? { ...practice, settled: null } : { orders, settled, routes: ownRoutes }
}

interface ContractProps extends PracticeProps {
  readonly instrument: InstrumentView
  readonly terms: readonly TermsView[]
}

function Contract({ instrument, terms, practice }: ContractProps) {
  const { symbol } = instrument
  useInstrumentQuote(symbol)
  const [layer, setLayer] = useState<Layer>(null)
  const [chosenId, setChosenId] = useState<string | null>(null)
  const ticket = useTicket(instrument, terms, practice)
  const { form, summary, tone, obstacle } = ticket
  const name = instrumentTitle(useTexts(), instrument)
  const openConfirm = (direction: 'up' | 'down') => {
    const { terms: chosen, odds, stakeUnits } = summary
    if (chosen === null || odds === null || stakeUnits === null || realtime.quotes.newestSlot() === null) return
    setLayer({
      kind: 'confirm',
      offer: {
        symbol,
        name,
        direction,
        odds,
        terms: chosen,
        entryDelayMs: instrument.entryDelayMs,
        stake: amount(form.asset, stakeUnits),
      },
    })
  }
  const close = useCallback(() => setLayer(null), [])
  const isSignedIn = useIsSignedIn()
  const ownGate = buyGate(isSignedIn, useKycState())
  const { orders, settled, routes } = useContracts(practice)
  return (
    <div className={styles.page} data-turns="" {...sheetsAtFirstTouch}>
      <ContractBar
        instrument={instrument}
        orders={routes.orders}
        onSwitch={(other) => navigation.redirect(routes.trade, { symbol: other })}
      >
        {practice || isSignedIn ? (
          <LateSheet draw={({ AlertButton }) => (practice ? null : <AlertButton instrument={instrument} />)} />
        ) : null}
      </ContractBar>
      <PriceHead instrument={instrument} tone={tone} />
      <ChartPanel
        instrument={instrument}
        name={name}
        tone={tone}
        orders={orders}
        settled={settled}
        chosenId={chosenId}
        onPosition={setChosenId}
      />
      <PositionStrip orders={orders} route={routes.orders} onPoint={setChosenId} />
      <ContractTicket
        form={form}
        summary={summary}
        terms={terms}
        entryDelayMs={instrument.entryDelayMs}
        obstacle={obstacle}
        availableUnits={ticket.availableUnits}
        gate={practice ? null : ownGate}
        practice={practice}
        onAction={ticket.dispatch}
        onDirection={openConfirm}
        onExplain={() => setLayer({ kind: 'odds' })}
        onGate={(reached) => passGate(reached, symbol)}
      />
      {layer === null ? null : (
        <ContractLayer layer={layer} ticket={ticket} symbol={symbol} name={name} practice={practice} onClose={close} />
      )}
    </div>
  )
}

interface ContractLayerProps extends PracticeProps {
  readonly layer: Exclude<Layer, null>
  readonly ticket: Pick<ReturnType<typeof useTicket>, 'form' | 'summary' | 'obstacle'>
  readonly symbol: string
  readonly name: string
  readonly onClose: () => void
}

/** The sheet over the page: the purchase to confirm, or what the odds mean. */
function ContractLayer({ layer, ticket, symbol, name, practice, onClose }: ContractLayerProps) {
  const { form, summary, obstacle } = ticket
  const texts = useTexts()
  const bought = useCallback(
    (order: OrderView) => {
      onClose()
      navigation.navigate('contractOrders', { id: order.id })
    },
    [onClose],
  )
  const draw = ({ ConfirmSheet, OddsSheet, PracticeSheet }: Sheets) => {
    if (layer.kind === 'confirm') {
      const why = obstacle === null ? null : obstacleText(texts, obstacle, summary, form.asset)
      return practice ? (
        <PracticeSheet practice={practice} offer={layer.offer} obstacle={why} onClose={onClose} />
      ) : (
        <ConfirmSheet offer={layer.offer} obstacle={why} onClose={onClose} onBought={bought} />
      )
    }
    const { odds, terms } = summary
    return odds === null || terms === null ? null : (
      <OddsSheet odds={odds} terms={terms} symbol={symbol} name={name} aside={practice?.tag} onClose={onClose} />
    )
  }
  return <LateSheet key={layer.kind} draw={draw} onFailed={onClose} />
}

function passGate(gate: BuyGate, symbol: string): void {
  if (gate === 'sign-in') navigation.navigate('login', { from: pathOf('contract', { symbol }) })
  else navigation.navigate('certification')
}
