import { floorAdverts, floorDesk, floorPublish, floorPublishing } from '@candor/api'
import type { OutputOf } from '@candor/api'
import { useRequestId } from '@candor/client/react'
import { formatUnits, units } from '@candor/money'
import { Field, showToast, Skeleton } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { call, CallFailed, invalidate, queryFor } from '../../shared/api/index.ts'
import { amountOf, emptyTextForm, RefusalNote, useTextForm } from '../../shared/forms/index.ts'
import type { TextErrors, TextForm } from '../../shared/forms/index.ts'
import { formatMoney, formatPercent, useTexts } from '../../shared/i18n/index.ts'
import { priceText } from '../../shared/money/adverts/index.ts'
import { FormScreen, Loaded, navigation, pageOf, PageScreen } from '../../shared/page/index.ts'
import { AskSupportRow, namesSupport } from '../../shared/page/ask-support/index.ts'
import styles from './desk.module.css'

const fields = ['unitPrice', 'total', 'minimum', 'maximum'] as const
type PublishField = (typeof fields)[number]

const empty = emptyTextForm<PublishField>({ unitPrice: '', total: '', minimum: '', maximum: '' })
const decimalsOf = (field: PublishField) => (field === 'unitPrice' ? 4 : 6)

/** An advert of the customer's own desk. Before the desk is approved, this says so. */
export const PublishPage = pageOf({ title: 'desk.publish.title', signedOut: 'desk.signedOut' }, Publishing)

function Publishing() {
  const { t } = useTexts()
  const within = useQuery(queryFor(floorPublishing, {}))
  const failure = within.error instanceof CallFailed ? within.error.failure : null
  if (failure !== null && within.data === undefined && namesSupport(failure.error)) {
    return <NotYet text={failure.msg} />
  }
  return (
    <Loaded
      queries={{ within }}
      failed={t('desk.failed')}
      skeleton={<Skeleton width="100%" height={166} radius={20} />}
    >
      {(read) => <PublishForm within={read.within} />}
    </Loaded>
  )
}

/** Why there is no form yet, in the server's words, with the way to customer service. */
function NotYet({ text }: { readonly text: string }) {
  return (
    <PageScreen>
      <div className={styles.page}>
        <RefusalNote text={text} />
        <AskSupportRow />
      </div>
    </PageScreen>
  )
}

function errorsOf({ texts }: TextForm<PublishField>): TextErrors<PublishField> {
  const errors: TextErrors<PublishField> = {}
  for (const field of fields) {
    if (texts[field] === '') errors[field] = 'required'
    else if (amountOf(texts[field], decimalsOf(field)) === null) errors[field] = 'wrong-format'
  }
  return errors
}

/** Typed numbers as the wire has them. Called once the form has no errors. */
function wireText(text: string, field: PublishField): string {
  return formatUnits(units('USD', amountOf(text, decimalsOf(field)) ?? 0n))
}

/** The price and the quantities of an advert. */
export function PublishForm({ within }: { readonly within: OutputOf<typeof floorPublishing> }) {
  const { t, locale } = useTexts()
  const requestIdOf = useRequestId()
  const { form, bind, isBusy, element, onSubmit } = useTextForm<PublishField, unknown>({
    empty,
    errors: errorsOf,
    refusedField: () => undefined,
    send: ({ texts }) => {
      const advert = {
        unitPrice: wireText(texts.unitPrice, 'unitPrice'),
        total: wireText(texts.total, 'total'),
        minimum: wireText(texts.minimum, 'minimum'),
        maximum: wireText(texts.maximum, 'maximum'),
      }
      return call(floorPublish, { requestId: requestIdOf(advert), ...advert })
    },
    done: (msg) => {
      showToast('done', msg)
      invalidate(floorDesk, floorAdverts)
      navigation.back()
    },
  })
  const { officialPrice, bandBps, freeUsd } = within
  const percent = formatPercent(locale, String(bandBps / 100), { decimals: 2 })
  return (
    <FormScreen element={element} onSubmit={onSubmit} submit={t('desk.publish.submit')} isBusy={isBusy}>
      <div className={styles.page}>
        <p className={styles.lead}>
          {officialPrice === null
            ? t('desk.publish.noPrice')
            : t('desk.publish.band', { price: priceText(locale, officialPrice), percent })}
        </p>
        <p className={styles.lead}>{t('desk.publish.free', { amount: formatMoney(locale, freeUsd, 'USD') })}</p>
        {fields.map((field) => (
          <Field
            key={field}
            {...bind(field)}
            label={t(`desk.publish.${field}`)}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
          />
        ))}
        <RefusalNote text={form.refusal} />
        <p className={styles.small}>{t('desk.publish.confirms')}</p>
      </div>
    </FormScreen>
  )
}
