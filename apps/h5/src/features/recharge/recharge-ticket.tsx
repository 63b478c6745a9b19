import { useState } from 'react'
import { Button, Field, Segmented } from '@candor/ui'
import { formatUnits } from '@candor/money'
import { RefusalNote } from '../../shared/forms/index.ts'
import { formatMoney, useTexts } from '../../shared/i18n/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import { PageScreen } from '../../shared/page/index.ts'
import { ReadinessCard } from '../../shared/account/readiness/index.ts'
import { AddressCard } from './address-card.tsx'
import { RechargeTerms } from './recharge-terms.tsx'
import { chainOf, hasTxidError, initialRecharge, obstacleOf, quantityOf } from './recharge-form-model.ts'
import type { RechargeForm, RechargeMethods, RechargeObstacle } from './recharge-form-model.ts'
import styles from './recharge-page.module.css'
import { useRechargeSending } from './use-recharge-sending.ts'
import { VoucherField } from './voucher-field.tsx'
import type { ChosenFile } from './voucher-field.tsx'

/** The form of a recharge: chain, currency, quantity, the own address, and the voucher of the transfer. */
export function RechargeTicket({ methods }: { readonly methods: RechargeMethods }) {
  const texts = useTexts()
  const { t, locale } = texts
  const [form, setForm] = useState(initialRecharge)
  const [voucher, setVoucher] = useState<ChosenFile | null>(null)
  const sending = useRechargeSending()
  const obstacle = obstacleOf(form, { methods, hasVoucher: voucher !== null })
  const chain = chainOf(form, methods)
  const units = quantityOf(form)
  const change = (part: Partial<RechargeForm>) => {
    setForm({ ...form, ...part })
    sending.forget()
  }
  return (
    <PageScreen
      hasDockLine
      dock={
        <Button
          isBusy={sending.isBusy}
          disabled={obstacle !== null}
          onClick={() => void sending.send(form, voucher?.file ?? null)}
        >
          {obstacle === null && units !== null
            ? t('recharge.submit', { amount: formatMoney(locale, formatUnits(units), 'USDT') })
            : obstacleText(texts, obstacle, chain?.minimum)}
        </Button>
      }
    >
      <div className={styles.form}>
        <ReadinessCard />
        <QuantityFields form={form} methods={methods} obstacle={obstacle} onChange={change} />
        <AddressCard chain={form.chain} />
        <VoucherField
          chosen={voucher}
          isRequired={chain?.hasWatcher !== true}
          onChosen={(file) => {
            setVoucher(file)
            sending.forget()
          }}
          sentPercent={sending.sentPercent}
        />
        <TxidField text={form.txidText} onText={(text) => change({ txidText: text })} />
        <RechargeTerms form={form} methods={methods} />
        <RefusalNote text={sending.refusal} />
      </div>
    </PageScreen>
  )
}

interface QuantityFieldsProps {
  readonly form: RechargeForm
  readonly methods: RechargeMethods
  readonly obstacle: RechargeObstacle | null
  readonly onChange: (part: Partial<RechargeForm>) => void
}

/** The chain, the credited currency, and the quantity. */
function QuantityFields({ form, methods, obstacle, onChange: change }: QuantityFieldsProps) {
  const texts = useTexts()
  const { t, locale } = texts
  const chain = chainOf(form, methods)
  const isWrong = obstacle?.kind === 'wrong-quantity' || obstacle?.kind === 'below-minimum'
  return (
    <>
      <div className={styles.choices}>
        <Choice
          label={t('recharge.chain')}
          options={methods.chains.map(({ chain: name }) => name)}
          value={form.chain}
          onValue={(value) => change({ chain: value })}
        />
        <Choice
          label={t('recharge.currency')}
          options={methods.currencies.map(({ currency }) => currency)}
          value={form.currency}
          onValue={(value) => change({ currency: value })}
        />
      </div>
      <Field
        label={t('recharge.quantity')}
        aside={chain === undefined ? undefined : t('recharge.minimum', { minimum: formatMoney(locale, chain.minimum) })}
        value={form.quantityText}
        onValue={(quantityText) => change({ quantityText })}
        error={isWrong ? obstacleText(texts, obstacle, chain?.minimum) : null}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={19}
        trailing={<span className={styles.unit}>USDT</span>}
      />
    </>
  )
}

/** The transaction id: optional, and only reported as invalid once the field was left. */
function TxidField({ text, onText }: { readonly text: string; readonly onText: (text: string) => void }) {
  const { t } = useTexts()
  const [isLeft, setLeft] = useState(false)
  return (
    <Field
      isMono
      label={t('recharge.txid')}
      aside={t('recharge.optional')}
      hint={t('recharge.txidHint')}
      value={text}
      onValue={onText}
      onBlur={() => setLeft(true)}
      error={isLeft && hasTxidError(text) ? t('recharge.txidWrong') : null}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={80}
    />
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly options: readonly Value[]
  readonly value: Value
  readonly onValue: (value: Value) => void
}

function Choice<Value extends string>({ label, options, value, onValue }: ChoiceProps<Value>) {
  return (
    <div>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <Segmented
        label={label}
        options={options.map((option) => ({ value: option, label: option }))}
        value={value}
        onValue={onValue}
      />
    </div>
  )
}

function obstacleText({ t, locale }: Texts, obstacle: RechargeObstacle | null, minimum: string | undefined): string {
  if (obstacle === null) return t('recharge.title')
  return t(`recharge.obstacle.${obstacle.kind}`, {
    minimum: minimum === undefined ? '' : formatMoney(locale, minimum, 'USDT'),
  })
}
