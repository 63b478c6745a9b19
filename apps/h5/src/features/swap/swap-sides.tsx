import { useId } from 'react'
import type { ReactNode } from 'react'
import { Glyph } from '@candor/ui'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { ArrowsDownUpIcon } from '@candor/ui/icons/account'
import { longestAmount, useAmountInput } from '../../shared/forms/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { otherAsset } from './swap-form-model.ts'
import type { SwapForm } from './swap-form-model.ts'
import { shortMoney } from './swap-labels.ts'
import styles from './swap.module.css'

export interface SwapSidesProps {
  readonly form: SwapForm
  /** The quote's proceeds; null while there is none. */
  readonly receives: string | null
  readonly available: (asset: string) => string | null
  readonly error: string | null
  /** A swap is being executed: nothing changes until its outcome is known. */
  readonly isLocked: boolean
  readonly onForm: (form: SwapForm) => void
}

/** The given amount above, the received one below, and the button between them that reverses the direction. */
export function SwapSides({ form, receives, available, error, isLocked, onForm }: SwapSidesProps) {
  const { t } = useTexts()
  const to = otherAsset(form.from)
  return (
    <div className={styles.sides}>
      <PaySide form={form} available={available(form.from)} error={error} isLocked={isLocked} onForm={onForm} />
      <div className={styles.below}>
        <button
          type="button"
          className={styles.flip}
          aria-label={t('swap.direction', { from: form.from, to })}
          disabled={isLocked}
          onClick={() => onForm({ ...form, from: to })}
        >
          <ArrowsDownUpIcon size={20} />
        </button>
        <ReceiveSide asset={to} receives={receives} balance={available(to)} />
      </div>
    </div>
  )
}

interface PaySideProps extends Omit<SwapSidesProps, 'receives' | 'available'> {
  readonly available: string | null
}

function PaySide({ form, available, error, isLocked, onForm }: PaySideProps) {
  const { t } = useTexts()
  const ownMoney = useOwnMoney()
  const id = useId()
  const input = useAmountInput(form.amountText, (amountText) => onForm({ ...form, amountText }))
  return (
    <Side
      name={t('swap.pay')}
      balance={available === null ? null : t('swap.available', { amount: ownMoney(available) })}
      asset={form.from}
      below={
        error === null ? null : (
          <p id={id} className={styles.error}>
            <WarningCircleIcon size={16} />
            {error}
          </p>
        )
      }
    >
      <input
        className={styles.amount}
        data-length={lengthOf(input.value)}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        placeholder="0"
        maxLength={longestAmount}
        aria-label={t('swap.amount', { asset: form.from })}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={error === null ? undefined : id}
        readOnly={isLocked}
        {...input}
      />
    </Side>
  )
}

interface ReceiveSideProps {
  readonly asset: string
  readonly receives: string | null
  readonly balance: string | null
}

function ReceiveSide({ asset, receives, balance }: ReceiveSideProps) {
  const { t, locale } = useTexts()
  const ownMoney = useOwnMoney()
  const text = receives === null ? null : shortMoney(locale, receives)
  const point = text === null ? 0 : text.search(/\D\d*$/)
  return (
    <Side
      name={t('swap.receive')}
      balance={balance === null ? null : t('swap.balance', { amount: ownMoney(balance) })}
      asset={asset}
    >
      <output className={styles.amount} aria-label={t('swap.receive')} data-length={lengthOf(text ?? '')}>
        {text === null ? (
          <span className={styles.none}>–</span>
        ) : (
          <>
            {text.slice(0, point)}
            <span className={styles.decimals}>{text.slice(point)}</span>
          </>
        )}
      </output>
    </Side>
  )
}

interface SideProps {
  readonly name: string
  /** What the customer has of the asset. */
  readonly balance: string | null
  readonly asset: string
  /** The amount. */
  readonly children: ReactNode
  readonly below?: ReactNode
}

function Side({ name, balance, asset, children, below }: SideProps) {
  return (
    <div className={styles.side}>
      <div className={styles.names}>
        <span>{name}</span>
        {balance === null ? null : <span>{balance}</span>}
      </div>
      <div className={styles.figures}>
        {children}
        <AssetSign asset={asset} />
      </div>
      {below}
    </div>
  )
}

function AssetSign({ asset }: { readonly asset: string }) {
  return (
    <span className={styles.asset} data-asset={asset}>
      <Glyph size="small">{asset === 'USD' ? '$' : '₮'}</Glyph>
      {asset}
    </span>
  )
}

/** Which size the number has room for, beside its currency on the narrowest phone. */
function lengthOf(text: string): 'short' | 'medium' | 'long' {
  if (text.length <= 7) return 'short'
  return text.length <= 11 ? 'medium' : 'long'
}
