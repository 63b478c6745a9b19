import type { InstrumentView, OrderView } from '@candor/api'
import { formatDecimal, formatUnits } from '@candor/money'
import { Glyph, Tag, VisuallyHidden } from '@candor/ui'
import { formatPercent, formatReceiptTime, useTexts } from '../../shared/i18n/index.ts'
import { OwnMoney, Price, useMode, useOwnMoney } from '../../shared/money/index.ts'
import { InstrumentGlyph } from '../../shared/instrument/index.ts'
import { receiptOf } from './receipt-model.ts'
import type { Receipt } from './receipt-model.ts'
import { endsOf, footText, sentenceText } from './receipt-labels.ts'
import type { EndFacts } from './receipt-labels.ts'
import styles from './receipt-view.module.css'
import { SettledPath, useSettledPath } from './settled-path.tsx'

export interface ReceiptViewProps {
  readonly order: OrderView
  readonly title: string
  readonly instrument: InstrumentView | null
  /** Whether the result is spoken as news. */
  readonly isSpoken: boolean
}

/** The receipt of a settled order. Won, lost, tied and void look alike. */
export function ReceiptView({ order, title, instrument, isSpoken }: ReceiptViewProps) {
  const texts = useTexts()
  const { t } = texts
  const ownMoney = useOwnMoney()
  const mode = useMode()
  const path = useSettledPath(order)
  const receipt = receiptOf(order)
  if (receipt === null) return null
  const sentence = sentenceText(texts, receipt.sentence)
  return (
    <>
      <div className={styles.shadow}>
        <article className={styles.receipt} aria-label={t('orders.receipt.title')}>
          <div className={styles.head}>
            {instrument === null ? (
              <Glyph size="small">{order.symbol.slice(0, 3)}</Glyph>
            ) : (
              <InstrumentGlyph instrument={instrument} size="small" />
            )}
            <h2 className={styles.title}>{title}</h2>
            {mode === 'sandbox' ? <Tag tone="sandbox">{t('orders.receipt.playMoney')}</Tag> : null}
          </div>
          <p className={styles.net}>
            <OwnMoney amount={formatUnits(receipt.netUnits)} asset={order.asset} sign="result" size="hero" />
          </p>
          <p className={styles.sentence}>{sentence}</p>
          <Ends order={order} hasDrawing={path === null} />
          {path === null ? null : <SettledPath order={order} points={path} />}
          <ReceiptLines order={order} receipt={receipt} />
        </article>
      </div>
      <p className={styles.utc}>{footText(texts, order)}</p>
      {isSpoken ? (
        <div role="alert">
          <VisuallyHidden>{`${ownMoney(formatUnits(receipt.netUnits), order.asset, 'result')}. ${sentence}`}</VisuallyHidden>
        </div>
      ) : null}
    </>
  )
}

/** Entry and exit, each with its price, its slots and its time in UTC. */
function Ends({ order, hasDrawing }: { readonly order: OrderView; readonly hasDrawing: boolean }) {
  const [entry, exit] = endsOf(useTexts(), order)
  return (
    <div className={styles.ends}>
      <End {...entry} />
      {hasDrawing ? <EndsDrawing order={order} /> : <span />}
      <End {...exit} isRight />
    </div>
  )
}

function End({ label, price, slots, atMs, isRight = false }: EndFacts & { readonly isRight?: boolean }) {
  const { t } = useTexts()
  const [date = '', time = ''] = formatReceiptTime(atMs).split(' ')
  return (
    <div className={styles.end} data-right={isRight}>
      <span className={styles.label}>{label}</span>
      <span className={styles.price}>{price === null ? t('orders.receipt.none') : <Price price={price} />}</span>
      <span className={styles.slot}>{slots}</span>
      <time className={styles.when} dateTime={new Date(atMs).toISOString()}>
        {date} <br />
        {time}
      </time>
    </div>
  )
}

/** Entry as a hollow dot with its dashed level, exit as a solid one above, on or below it. Decoration. */
function EndsDrawing({ order }: { readonly order: OrderView }) {
  const entry = order.entryPrice === null ? null : Number(order.entryPrice)
  const exit = order.exitPrice === null ? null : Number(order.exitPrice)
  const exitY = entry === null || exit === null ? null : exit === entry ? 22 : exit > entry ? 8 : 36
  return (
    <svg className={styles.drawing} viewBox="0 0 72 44" width={72} height={44} aria-hidden="true">
      {exitY === null ? null : <path className={styles.way} d={`M4 22L68 ${exitY}`} />}
      {entry === null ? null : <path className={styles.level} d="M4 22H70" />}
      {entry === null ? null : <circle className={styles.entryDot} cx={4} cy={22} r={3.2} />}
      {exitY === null ? null : <circle className={styles.exitDot} cx={68} cy={exitY} r={3.4} />}
    </svg>
  )
}

function ReceiptLines({ order, receipt }: { readonly order: OrderView; readonly receipt: Receipt }) {
  const { t, locale } = useTexts()
  const ownMoney = useOwnMoney()
  const percent = (bps: number) =>
    formatPercent(locale, formatDecimal(BigInt(bps), 2), { decimals: bps % 100 === 0 ? 0 : 2 })
  return (
    <dl className={styles.lines}>
      <div>
        <dt>{t('orders.receipt.said')}</dt>
        <dd>{`${t(`orders.direction.${order.direction}`)} · ${ownMoney(order.stake)}`}</dd>
      </div>
      {receipt.lines.map(({ name, units, isChange }) => (
        <div key={name}>
          <dt>{t(`orders.receipt.line.${name}`)}</dt>
          <dd>{ownMoney(formatUnits(units), undefined, isChange ? 'result' : 'never')}</dd>
        </div>
      ))}
      <div>
        <dt>{t('orders.receipt.terms')}</dt>
        <dd>{t('orders.receipt.termsValue', { payout: percent(order.payoutBps), fee: percent(order.feeBps) })}</dd>
      </div>
      <div>
        <dt>{t('orders.receipt.order')}</dt>
        <dd className={styles.number}>{order.id}</dd>
      </div>
    </dl>
  )
}
