import { Button, Field, Note, Segmented } from '@candor/ui'
import { formatUnits } from '@candor/money'
import { ClockIcon } from '@candor/ui/icons/wallet'
import { longestAmount, RefusalNote, useAmountInput } from '../../shared/forms/index.ts'
import { formatMoney, useTexts } from '../../shared/i18n/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import { addressEnd } from './address-model.ts'
import styles from './recharge-page.module.css'
import { chainOf, obstacleOf, quantityOf } from './recharge-form-model.ts'
import type { RechargeForm, RechargeMethods, RechargeObstacle } from './recharge-form-model.ts'
import { useRechargeAddress } from './recharge-queries.ts'
import { RechargeStepScreen } from './recharge-step.tsx'
import { CreditTerms } from './recharge-terms.tsx'
import { TxidField } from './txid-field.tsx'
import type { useRechargeSending } from './use-recharge-sending.ts'
import { VoucherField } from './voucher-field.tsx'
import type { ChosenFile } from './voucher-field.tsx'

interface SentStepProps {
  readonly form: RechargeForm
  readonly methods: RechargeMethods
  readonly voucher: ChosenFile | null
  readonly sending: ReturnType<typeof useRechargeSending>
  readonly onChange: (part: Partial<RechargeForm>) => void
  readonly onVoucher: (voucher: ChosenFile | null) => void
}

/** The second step: the quantity that was sent, the currency to credit, the voucher, and the transaction id. */
export function SentStep({ form, methods, voucher, sending, onChange, onVoucher }: SentStepProps) {
  const texts = useTexts()
  const { t, locale } = texts
  const obstacle = obstacleOf(form, { methods, hasVoucher: voucher !== null })
  const chain = chainOf(form, methods)
  const units = quantityOf(form)
  return (
    <RechargeStepScreen
      step={2}
      title={t('recharge.tell.title')}
      lead={<SentTo chain={form.chain} />}
      dock={
        <Button
          isBusy={sending.percent !== null}
          disabled={obstacle !== null}
          onClick={() => void sending.send(form, voucher?.file ?? null)}
        >
          {obstacle === null && units !== null
            ? t('recharge.submit', { amount: formatMoney(locale, formatUnits(units), 'USDT') })
            : obstacleText(texts, obstacle, chain?.minimum)}
        </Button>
      }
    >
      <QuantityFields form={form} methods={methods} obstacle={obstacle} onChange={onChange} />
      <VoucherField
        chosen={voucher}
        isRequired={chain?.hasWatcher !== true}
        onChosen={onVoucher}
        sentPercent={sending.percent}
      />
      <TxidField form={form} methods={methods} onText={(txidText) => onChange({ txidText })} />
      <CreditTerms form={form} methods={methods} />
      <Note icon={<ClockIcon size={18} />}>
        {t(chain?.hasWatcher === true ? 'recharge.step.transferText' : 'recharge.tell.checked')}
      </Note>
      <RefusalNote text={sending.refusal} />
    </RechargeStepScreen>
  )
}

/** The network, and the end of the own address on it: what to compare with the wallet's history. */
function SentTo({ chain }: Pick<RechargeForm, 'chain'>) {
  const { t } = useTexts()
  const { data } = useRechargeAddress(chain)
  return (
    <>
      {t('recharge.tell.to', { network: t(`recharge.network.${chain}`), chain })}{' '}
      {data === undefined ? null : <span className={styles.end}>…{addressEnd(data.address)}</span>}
    </>
  )
}

interface QuantityFieldsProps extends Pick<SentStepProps, 'form' | 'methods' | 'onChange'> {
  readonly obstacle: RechargeObstacle | null
}

/** The quantity that was sent, and the currency to credit. */
function QuantityFields({ form, methods, obstacle, onChange }: QuantityFieldsProps) {
  const texts = useTexts()
  const { t, locale } = texts
  const chain = chainOf(form, methods)
  const quantity = useAmountInput(form.quantityText, (quantityText) => onChange({ quantityText }))
  const isWrong = obstacle?.kind === 'wrong-quantity' || obstacle?.kind === 'below-minimum'
  return (
    <>
      <Field
        label={t('recharge.quantity')}
        aside={chain === undefined ? undefined : t('recharge.minimum', { minimum: formatMoney(locale, chain.minimum) })}
        value={quantity.value}
        onValue={(_, event) => quantity.onChange(event)}
        onCompositionEnd={quantity.onCompositionEnd}
        error={isWrong ? obstacleText(texts, obstacle, chain?.minimum) : null}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={longestAmount}
        trailing={<span className={styles.unit}>USDT</span>}
      />
      <div>
        <span className={styles.label} aria-hidden="true">
          {t('recharge.currency')}
        </span>
        <Segmented
          label={t('recharge.currency')}
          options={methods.currencies.map(({ currency }) => ({ value: currency, label: currency }))}
          value={form.currency}
          onValue={(currency) => onChange({ currency })}
        />
      </div>
    </>
  )
}

function obstacleText({ t, locale }: Texts, obstacle: RechargeObstacle | null, minimum: string | undefined): string {
  if (obstacle === null) return t('recharge.title')
  return t(`recharge.obstacle.${obstacle.kind}`, {
    minimum: minimum === undefined ? '' : formatMoney(locale, minimum, 'USDT'),
  })
}
