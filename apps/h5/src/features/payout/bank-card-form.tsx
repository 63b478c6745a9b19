import { useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import { payoutAddBankCard } from '@candor/api'
import type { PayoutMethodView } from '@candor/api'
import { Field, SelectField } from '@candor/ui'
import { CheckCircleFillIcon } from '@candor/ui/icons/shell'
import { call, newRequestId } from '../../shared/api/index.ts'
import { RefusalNote, useTextForm } from '../../shared/forms/index.ts'
import type { BoundField, TextFormAction } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { FormScreen } from '../../shared/page/index.ts'
import { useMode } from '../../shared/money/index.ts'
import { useAddingProof } from './adding-proof.tsx'
import {
  bankCardErrors,
  bankCardFields,
  bankCardInput,
  emptyBankCard,
  refusedBankCardField,
} from './bank-card-form-model.ts'
import type { BankCardField, BankCardForm } from './bank-card-form-model.ts'
import { countryOfNumber, groupedNumber, numberVerdict } from './bank-number-model.ts'
import type { NumberVerdict } from './bank-number-model.ts'
import { countriesIn, isCountry } from './countries.ts'
import styles from './payout.module.css'
import { SampleButton } from './sample-button.tsx'
import { sampleBankCard } from './samples.ts'

export interface MethodFormProps {
  readonly choice: ReactNode
  readonly onDone: (msg: string) => void
}

/** The form of a bank card or account, checked while it is typed. */
export function BankCardFormView({ choice, onDone }: MethodFormProps) {
  const { t } = useTexts()
  const mode = useMode()
  const requestId = useRef(newRequestId())
  const proof = useAddingProof<PayoutMethodView>()
  const { form, dispatch, bind, isBusy, element, onSubmit } = useTextForm({
    empty: emptyBankCard,
    errors: bankCardErrors,
    ownText: (field, error, typed) => {
      if (error === 'refused') return t('payout.error.bound')
      return error === 'wrong-format' && field === 'number' ? t(numberErrorKey(typed)) : undefined
    },
    refusedField: refusedBankCardField,
    send: (sent) =>
      proof.send(sent.texts.bankName.trim(), async (owner) => {
        const result = await call(payoutAddBankCard, { ...bankCardInput(sent, requestId.current), ...owner })
        // A refusal had no effect; only after a lost response may the card exist.
        if (!result.ok && result.error !== 'network') requestId.current = newRequestId()
        return result
      }),
    done: onDone,
  })
  return (
    <>
      <FormScreen
        element={element}
        onSubmit={onSubmit}
        submit={t('payout.save.bank-card')}
        isBusy={isBusy}
        hasDockLine={false}
      >
        <div className={styles.fields}>
          {choice}
          {mode === 'sandbox' ? (
            <SampleButton
              onSample={() => {
                const sample = sampleBankCard()
                for (const field of bankCardFields) dispatch({ type: 'text', field, text: sample[field] })
              }}
            />
          ) : null}
          <BankCardFields form={form} dispatch={dispatch} bind={(field) => ({ ...bind(field), autoComplete: 'off' })} />
        </div>
      </FormScreen>
      {proof.sheet}
    </>
  )
}

interface BankCardFieldsProps {
  readonly form: BankCardForm
  readonly dispatch: (action: TextFormAction<BankCardField>) => void
  readonly bind: (field: BankCardField) => BoundField & { readonly autoComplete: string }
}

function BankCardFields({ form, dispatch, bind }: BankCardFieldsProps) {
  const { t, locale } = useTexts()
  const countries = useMemo(() => countriesIn(locale).map(({ code, name }) => ({ value: code, label: name })), [locale])
  return (
    <>
      <NumberField form={form} dispatch={dispatch} bind={bind} />
      <Field {...bind('bankName')} label={t('payout.bankName')} maxLength={80} />
      <Field
        {...bind('holder')}
        label={t('payout.holder')}
        hint={t('payout.holderHint')}
        autoComplete="name"
        maxLength={80}
      />
      <SelectField
        {...bind('country')}
        label={t('payout.country')}
        placeholder={t('payout.chooseCountry')}
        options={countries}
        autoComplete="country"
      />
      <Field
        {...bind('bankCode')}
        isMono
        label={t('payout.bankCode')}
        aside={t('payout.optional')}
        autoCapitalize="characters"
        maxLength={15}
      />
      <Field {...bind('bankAddress')} label={t('payout.bankAddress')} aside={t('payout.optional')} maxLength={160} />
      <RefusalNote text={form.refusal} />
    </>
  )
}

/** The number of a card or account, in groups. An IBAN also fills in its country. */
function NumberField({ form, dispatch, bind }: BankCardFieldsProps) {
  const { t } = useTexts()
  const number = bind('number')
  const verdict = numberVerdict(form.texts.number)
  return (
    <Field
      {...number}
      isMono
      label={t('payout.number')}
      hint={verdict === 'open' ? null : <NumberHint verdict={verdict} />}
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      maxLength={44}
      onValue={(text) => {
        number.onValue(groupedNumber(text))
        const country = countryOfNumber(text)
        if (form.texts.country === '' && country !== null && isCountry(country))
          dispatch({ type: 'text', field: 'country', text: country })
      }}
    />
  )
}

function numberErrorKey(form: BankCardForm) {
  const verdict = numberVerdict(form.texts.number)
  return verdict === 'not-iban'
    ? 'payout.error.iban'
    : verdict === 'not-card'
      ? 'payout.error.card'
      : 'payout.error.number'
}

/** The result of the number's check digits. */
function NumberHint({ verdict }: { readonly verdict: Exclude<NumberVerdict, 'open'> }) {
  const { t } = useTexts()
  const label = t(`payout.verdict.${verdict}`)
  if (verdict === 'not-iban' || verdict === 'not-card') return label
  return (
    <span className={styles.verdict}>
      <CheckCircleFillIcon size={16} />
      {label}
    </span>
  )
}
