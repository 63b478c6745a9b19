import type { InstrumentView, OrderView } from '@candor/api'
import { formatDecimal, formatUnits } from '@candor/money'
import { Glyph, Tag, VisuallyHidden } from '@candor/ui'
import { formatPercent, formatReceiptTime, useTexts } from '../../shared/i18n/index.ts'
import { OwnMoney, Price, useMode, useOwnMoney } from '../../shared/money/index.ts'
import { InstrumentGlyph } from '../../shared/instrument/index.ts'
import { receiptOf } from './receipt-model.ts'
import type { Receipt, ReceiptLineName } from './receipt-model.ts'
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
  /** The tag of a practice contract, which has no number. */
  readonly practice?: string
}

/** The receipt of a settled order. Won, lost, tied and void look alike. */
export function ReceiptView({ order, title, instrument, isSpoken, practice }: ReceiptViewProps) {
  const texts = useTexts()
  const { t } = texts
  const ownMoney = useOwnMoney()
  const mode = useMode()
  const tag = practice ?? (mode === 'sandbox' ? t('orders.receipt.playMoney') : null)
  const day = formatReceiptTime(order.settledAtMs ?? order.exitAtMs).slice(0, 10)
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
            <div className={styles.title}>
              <h2>{title}</h2>
              <p className={styles.about}>
                {practice === undefined ? <span className={styles.number}>{order.id} · </span> : null}
                <span className={styles.day}>{day}</span>
              </p>
            </div>
            {tag === null ? null : <Tag tone="sandbox">{tag}</Tag>}
          </div>
          <p className={styles.net}>
            <OwnMoney amount={formatUnits(receipt.netUnits)} asset={order.asset} sign="result" size="hero" />
          </p>
          <p className={styles.sentence}>{sentence}</p>
          <Ends order={order} hasPath={path !== null} />
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
function Ends({ order, hasPath }: { readonly order: OrderView; readonly hasPath: boolean }) {
  const [entry, exit] = endsOf(useTexts(), order)
  return (
    <div className={styles.ends}>
      <End {...entry} hasPath={hasPath} />
      {hasPath ? <span /> : <EndsDrawing order={order} />}
      <End {...exit} hasPath={hasPath} isRight />
    </div>
  )
}

interface EndProps extends EndFacts {
  /** The path below has the times, and its legend the day. */
  readonly hasPath: boolean
  readonly isRight?: boolean
}

function End({ label, price, slots, atMs, hasPath, isRight = false }: EndProps) {
  const { t } = useTexts()
  const [date = '', time = ''] = formatReceiptTime(atMs).split(' ')
  return (
    <div className={styles.end} data-right={isRight}>
      <span className={styles.label}>{label}</span>
      <span className={styles.price}>{price === null ? t('orders.receipt.none') : <Price price={price} />}</span>
      <span className={styles.slot}>{slots}</span>
      {hasPath ? null : (
        <time className={styles.when} dateTime={new Date(atMs).toISOString()}>
          {date} <br />
          {time}
        </time>
      )}
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
  const label = (name: ReceiptLineName) => t(`orders.receipt.line.${name}`)
  const rates: Partial<Record<ReceiptLineName, number>> = { payout: order.payoutBps, fee: order.feeBps }
  return (
    <dl className={styles.lines}>
      {receipt.lines.map(({ name, units, isChange }) => (
        <div key={name}>
          <dt>{rates[name] === undefined ? label(name) : `${label(name)} ${percent(rates[name])}`}</dt>
          <dd>{ownMoney(formatUnits(units), undefined, isChange ? 'result' : 'never')}</dd>
        </div>
      ))}
    </dl>
  )
}
