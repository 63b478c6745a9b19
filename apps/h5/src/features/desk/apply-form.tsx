import { deskAboutText, deskNameText, floorApply, floorDesk } from '@candor/api'
import { useRequestId } from '@candor/client/react'
import { Field, showToast } from '@candor/ui'
import { call, invalidate } from '../../shared/api/index.ts'
import { emptyTextForm, errorBy, RefusalNote, useTextForm } from '../../shared/forms/index.ts'
import type { TextErrors, TextForm } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { FormScreen } from '../../shared/page/index.ts'
import styles from './desk.module.css'

type ApplyField = 'name' | 'about'

const empty = emptyTextForm<ApplyField>({ name: '', about: '' })

function errorsOf({ texts }: TextForm<ApplyField>): TextErrors<ApplyField> {
  const name = errorBy(deskNameText, texts.name.trim())
  const about = errorBy(deskAboutText, texts.about.trim())
  return { ...(name === null ? {} : { name }), ...(about === null ? {} : { about }) }
}

/** Applies for a desk: its name, and a sentence about it. */
export function ApplyForm({ onSent }: { readonly onSent: () => void }) {
  const { t } = useTexts()
  const requestIdOf = useRequestId()
  const { form, bind, isBusy, element, onSubmit } = useTextForm<ApplyField, unknown>({
    empty,
    errors: errorsOf,
    refusedField: () => undefined,
    send: ({ texts }) => {
      const wish = { name: texts.name.trim(), about: texts.about.trim() }
      return call(floorApply, { requestId: requestIdOf(wish), ...wish })
    },
    done: (msg) => {
      showToast('done', msg)
      invalidate(floorDesk)
      onSent()
    },
  })
  return (
    <FormScreen element={element} onSubmit={onSubmit} submit={t('desk.apply')} isBusy={isBusy}>
      <div className={styles.page}>
        <p className={styles.lead}>{t('desk.apply.lead')}</p>
        <Field {...bind('name')} label={t('desk.name')} hint={t('desk.name.hint')} maxLength={40} autoComplete="off" />
        <Field
          {...bind('about')}
          label={t('desk.about')}
          hint={t('desk.about.hint')}
          maxLength={300}
          autoComplete="off"
        />
        <RefusalNote text={form.refusal} />
      </div>
    </FormScreen>
  )
}
