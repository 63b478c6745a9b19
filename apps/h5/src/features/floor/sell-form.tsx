import type { AdvertView } from '@candor/api'
import { Button, FactList, Note, Sheet } from '@candor/ui'
import type { Fact } from '@candor/ui'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { isMinimumWaived, priceText, quantityText } from '../../shared/money/adverts/index.ts'
import { AskSupportRow } from '../../shared/page/ask-support/index.ts'
import { formatMoney, formatPercent, formatSpan, sentenceGap, useTexts } from '../../shared/i18n/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { AmountEntry } from '../../shared/forms/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import type { RefusedSale } from './confirm-sale.tsx'
import { differenceOf, remainingAfter, saleTotal } from './advert-model.ts'
import { quantityFor, sellObstacle, wireQuantity } from './sell-form-model.ts'
import type { QuantityError, SellObstacle } from './sell-form-model.ts'
import styles from './sell-form.module.css'

export interface SellFormProps {
  readonly advert: AdvertView
  readonly referencePrice: string | null
  readonly available: string | null
  readonly text: string
  /** The server's last refusal. */
  readonly refused: RefusedSale | null
  /** The open advert that replaced this one. */
  readonly successor: AdvertView | null
  readonly onText: (text: string) => void
  readonly onNext: (quantity: string) => void
  readonly onSuccessor: (id: string) => void
  readonly onClose: () => void
}

const shares = [25, 50, 100] as const

/** The quantity, its proceeds, and the effect on the advert. */
export function SellForm(props: SellFormProps) {
  const { advert, available, text, onText, onClose } = props
  const texts = useTexts()
  const { t, locale } = texts
  const obstacle = sellObstacle(text, { advert, available })
  const error = obstacle?.kind === 'quantity' ? obstacle.error : null
  return (
    <Sheet
      title={t('floor.sellTo', { desk: advert.desk.name })}
      closeLabel={t('shared.action.close')}
      onClose={onClose}
    >
      <div className={styles.form}>
        <Quantity {...props} error={error} />
        <div className={styles.shares} role="group" aria-label={t('floor.shares')}>
          {shares.map((percent) => (
            <Button
              key={percent}
              tone="quiet"
              size="small"
              disabled={available === null}
              onClick={() => onText(quantityFor(percent, { advert, available }))}
            >
              {percent === 100 ? t('floor.everything') : formatPercent(locale, String(percent), { decimals: 0 })}
            </Button>
          ))}
        </div>
        <Result {...props} />
        <Refusal {...props} />
        <Next {...props} obstacle={obstacle} />
      </div>
    </Sheet>
  )
}

function Quantity({
  advert,
  available,
  text,
  onText,
  error,
}: SellFormProps & { readonly error: QuantityError | null }) {
  const texts = useTexts()
  const { t, locale } = texts
  const ownMoney = useOwnMoney()
  const takes = {
    minimum: quantityText(locale, isMinimumWaived(advert) ? '0' : advert.minimum),
    maximum: quantityText(locale, advert.maximum),
  }
  return (
    <AmountEntry
      label={t('floor.quantity')}
      text={text}
      asset="USDT"
      onText={onText}
      note={
        available === null ? t('floor.takes', takes) : t('floor.holdTakes', { ...takes, amount: ownMoney(available) })
      }
      error={error === null ? null : errorText(texts, error, advert)}
    />
  )
}

/** The quantity's proceeds; dashes until there is one. */
function Result({ advert, referencePrice, text }: SellFormProps) {
  const { t, locale } = useTexts()
  const quantity = wireQuantity(text)
  const usd = (amount: string) => formatMoney(locale, amount, 'USD')
  const facts: Fact[] = [{ name: t('floor.unitPrice'), value: `${priceText(locale, advert.unitPrice)}\u00A0USD` }]
  if (referencePrice !== null) {
    facts.push({
      name: t('floor.againstReference', { price: priceText(locale, referencePrice) }),
      value:
        quantity === null
          ? '–'
          : formatMoney(locale, differenceOf(quantity, advert.unitPrice, referencePrice), 'USD', 'result'),
    })
  }
  facts.push(
    { name: t('floor.fee'), value: usd('0') },
    {
      name: t('floor.receive'),
      value: quantity === null ? '–' : usd(saleTotal(quantity, advert.unitPrice)),
      isMain: true,
    },
  )
  return (
    <>
      <div className={styles.facts}>
        <FactList facts={facts} />
      </div>
      <p className={styles.small}>
        {advert.timeLimitMs === null
          ? t('floor.paidAtOnce')
          : t('floor.heldUntil', { desk: advert.desk.name, span: formatSpan(locale, advert.timeLimitMs) })}
        {sentenceGap(locale)}
        {quantity === null ? null : <Left advert={advert} quantity={quantity} />}
      </p>
    </>
  )
}

/** The advert's quantity after the sale; nothing when the sale exceeds it. */
function Left({ advert, quantity }: { readonly advert: AdvertView; readonly quantity: string }) {
  const { t, locale } = useTexts()
  const left = remainingAfter(advert, quantity)
  return left.startsWith('-') ? null : t('floor.leftAfter', { remaining: quantityText(locale, left) })
}

/** A refusal, or the advert's closing, with the way to continue. */
function Refusal({ advert, refused, successor, onSuccessor }: SellFormProps) {
  const { t, locale } = useTexts()
  const text = refused?.text ?? (advert.isOpen ? null : t('floor.closedMeanwhile'))
  return (
    <div role="status">
      {text === null ? null : (
        <Note tone="attention" icon={<WarningCircleIcon size={18} />}>
          {text}
          {successor === null ? null : (
            <>
              {sentenceGap(locale)}
              {t('floor.newPrice', { price: priceText(locale, successor.unitPrice) })}
              <span className={styles.successor}>
                <Button tone="outline" size="small" onClick={() => onSuccessor(successor.id)}>
                  {t('floor.useNewPrice', { price: priceText(locale, successor.unitPrice) })}
                </Button>
              </span>
            </>
          )}
        </Note>
      )}
      {refused?.namesSupport === true ? <AskSupportRow /> : null}
    </div>
  )
}

function Next({ advert, text, onNext, obstacle }: SellFormProps & { readonly obstacle: SellObstacle | null }) {
  const texts = useTexts()
  const { t, locale } = texts
  const quantity = wireQuantity(text)
  if (obstacle !== null || quantity === null) {
    return (
      <Button disabled>
        {obstacle === null ? t('floor.dock.no-quantity') : obstacleText(texts, obstacle, advert)}
      </Button>
    )
  }
  return (
    <Button onClick={() => onNext(quantity)}>
      {t('floor.sellAmount', { amount: formatMoney(locale, quantity, 'USDT') })}
    </Button>
  )
}

function obstacleText(texts: Texts, obstacle: SellObstacle, advert: AdvertView): string {
  if (obstacle.kind === 'quantity') return errorText(texts, obstacle.error, advert)
  return texts.t(`floor.dock.${obstacle.kind}`)
}

function errorText({ t, locale }: Texts, error: QuantityError, { minimum, maximum, remaining }: AdvertView): string {
  const usdt = (amount: string) => `${quantityText(locale, amount)}\u00A0USDT`
  return t(`floor.error.${error}`, { minimum: usdt(minimum), maximum: usdt(maximum), remaining: usdt(remaining) })
}
