import { useState } from 'react'
import type { ComponentType } from 'react'
import type { InstrumentView, OrderView } from '@candor/api'
import { hasAverages } from '@candor/formulas'
import { formatUnits } from '@candor/money'
import { Button, RowList } from '@candor/ui'
import { ReceiptIcon } from '@candor/ui/icons/ticket'
import { durationText, useTexts } from '../../shared/i18n/index.ts'
import { instrumentTitle, useInstrument, useInstrumentQuote } from '../../shared/instrument/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { emptyPageOf, navigation, Page, PageScreen, pathOf, useRouteParams } from '../../shared/page/index.ts'
import { availableUnits, freshBook, practiceAsset, startUnits } from './practice-book.ts'
import { PracticeTag } from './practice-label.tsx'
import { practiceStore, usePracticeBook } from './practice-store.ts'
import styles from './practice.module.css'
import { useCustomersLeave } from './use-practice.tsx'
import { useSettling } from './use-settling.ts'

/** The views of a customer's contracts, which draw practice contracts as well. */
export interface OrderViews {
  readonly Live: ComponentType<{ readonly order: OrderView; readonly name: string }>
  readonly Receipt: ComponentType<{
    readonly order: OrderView
    readonly title: string
    readonly instrument: InstrumentView | null
    readonly isSpoken: boolean
    readonly practice: string
  }>
  readonly Row: ComponentType<{ readonly order: OrderView; readonly route: 'practiceOrders' }>
  /** The public page that recomputes both prices. */
  readonly checkHref: (order: OrderView) => string
}

/** The practice contracts of this browser: the list, or one of them when the address names it. */
export function PracticeOrders(views: OrderViews) {
  const { t } = useTexts()
  const { id } = useRouteParams('practiceOrders')
  const { orders } = usePracticeBook()
  useSettling()
  const order = orders.find((one) => one.id === id)
  useCustomersLeave(order?.symbol ?? '')
  return (
    <Page title={t('app.title.practiceOrders')} trailing={<BarTag />}>
      {id === undefined ? (
        <List {...views} />
      ) : order === undefined ? (
        <UnknownContract />
      ) : (
        <Order key={id} {...views} order={order} />
      )}
    </Page>
  )
}

function Order({ Live, order, ...views }: OrderViews & { readonly order: OrderView }) {
  const texts = useTexts()
  const { t } = texts
  const instrument = useInstrument(order.symbol)
  useInstrumentQuote(order.symbol)
  // A receipt that appears while watching is announced; one that is opened later is read like any page.
  const [wasWatched] = useState(order.state === 'open')
  const name = instrument ? instrumentTitle(texts, instrument) : order.name
  const title = `${name} · ${durationText(texts, order.durationMs)}`
  if (order.state === 'closed')
    return <Receipt {...views} order={order} title={title} instrument={instrument ?? null} isSpoken={wasWatched} />
  return (
    <PageScreen title={title}>
      <Live order={order} name={name} />
      <div className={styles.foot}>
        <p>{t('practice.position.runs')}</p>
        <Button tone="quiet" onClick={() => navigation.redirect('practice', { symbol: order.symbol })}>
          {t('practice.position.back')}
        </Button>
      </div>
    </PageScreen>
  )
}

interface ReceiptProps extends Omit<OrderViews, 'Live'> {
  readonly order: OrderView
  readonly title: string
  readonly instrument: InstrumentView | null
  readonly isSpoken: boolean
}

/** It claims nothing but its prices: the contract itself is in no log. */
function Receipt({ Receipt: View, checkHref, order, title, instrument, isSpoken }: ReceiptProps) {
  const { t } = useTexts()
  const { symbol } = order
  const wasMissed = order.result === 'void' && order.voidReason === null
  return (
    <PageScreen
      title={t('practice.receipt')}
      trailing={null}
      hasDockLine
      dock={
        <div className={styles.dock}>
          <Button onClick={() => navigation.navigate('register', { from: pathOf('contract', { symbol }) })}>
            {t('practice.save')}
          </Button>
          <Button tone="bare" onClick={() => navigation.redirect('practice', { symbol })}>
            {t('practice.again')}
          </Button>
        </div>
      }
    >
      <View order={order} title={title} instrument={instrument} isSpoken={isSpoken} practice={t('practice.tag')} />
      <div className={styles.note}>
        {t(wasMissed ? 'practice.missed' : 'practice.stays')}
        {wasMissed || !hasAverages(order) ? null : (
          <div>
            <a href={checkHref(order)} target="_blank" rel="noreferrer">
              {t('practice.check')}
            </a>
          </div>
        )}
      </div>
      <p className={styles.save}>{t('practice.saveText')}</p>
    </PageScreen>
  )
}

/** At the end of the bar, as far from the edge as an icon there. */
function BarTag() {
  return (
    <span className={styles.inBar}>
      <PracticeTag />
    </span>
  )
}

function List({ Row }: OrderViews) {
  const { t } = useTexts()
  const ownMoney = useOwnMoney()
  const book = usePracticeBook()
  const left = availableUnits(book)
  const isOpen = book.orders.some(({ state }) => state === 'open')
  return (
    <PageScreen>
      <div className={styles.balance}>
        <span>{t('practice.balance', { amount: ownMoney(formatUnits(left), practiceAsset) })}</span>
        {!isOpen && left < startUnits / 10n ? (
          <Button tone="quiet" size="medium" onClick={() => void practiceStore().change(() => freshBook)}>
            {t('practice.startAgain', { amount: ownMoney(formatUnits(startUnits)) })}
          </Button>
        ) : null}
      </div>
      {book.orders.length === 0 ? (
        <NoContracts />
      ) : (
        <RowList hasIcons>
          {book.orders.map((order) => (
            <Row key={order.id} order={order} route="practiceOrders" />
          ))}
        </RowList>
      )}
    </PageScreen>
  )
}

const tryPractice = () => navigation.switchTab('home')
const NoContracts = emptyPageOf(
  ReceiptIcon,
  ['practice.empty.title', 'practice.empty.text', 'practice.try'],
  tryPractice,
)
const UnknownContract = emptyPageOf(
  ReceiptIcon,
  ['practice.notFound.title', 'practice.notFound.text', 'practice.try'],
  tryPractice,
)
