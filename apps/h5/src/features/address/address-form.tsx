import { useEffect, useState } from 'react'
import { userAddress, userAddressSet } from '@candor/api'
import type { CallOf } from '@candor/api'
import { Button, Field, Note, showToast } from '@candor/ui'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { call, queryClient, queryFor } from '../../shared/api/index.ts'
import { chosenLocation, emptyTextForm, fieldErrorKey, shownErrors, useTextForm } from '../../shared/forms/index.ts'
import type { TextErrors } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation, PageScreen } from '../../shared/page/index.ts'
import { addressDraft } from './address-draft.ts'
import type { AddressDraft } from './address-draft.ts'
import { addressErrors, maxLength } from './address-form-model.ts'
import styles from './address.module.css'
import { PointRow } from './point-row.tsx'

/** Starts with the point just chosen on the map, on top of the text entered before the map was opened. */
function startOf(saved: AddressDraft | null): AddressDraft {
  const begun = addressDraft.get() ?? saved ?? { text: '', point: null }
  const chosen = chosenLocation.peek('address')
  return chosen === null ? begun : { ...begun, point: chosen.point }
}

/** The form's texts and point, and what saves or removes the address. */
function useAddressForm(saved: AddressDraft | null) {
  const [start] = useState(() => startOf(saved))
  const [point, setPoint] = useState(start.point)
  const [isRemoving, setRemoving] = useState(false)
  useEffect(() => {
    addressDraft.set(null)
    chosenLocation.clear('address')
  }, [])
  const text = useTextForm({
    empty: emptyTextForm({ text: start.text }),
    errors: addressErrors,
    refusedField: () => undefined,
    send: ({ texts }) => change({ text: texts.text.trim(), ...(point ?? {}) }),
    done,
  })
  const remove = async () => {
    setRemoving(true)
    const result = await change({})
    setRemoving(false)
    if (result.ok) done(result.msg)
    else text.dispatch({ type: 'refused', field: undefined, fields: {}, msg: result.msg })
  }
  return { ...text, point, setPoint, isRemoving, remove }
}

/** The form of the address. */
export function AddressForm({ saved }: { readonly saved: AddressDraft | null }) {
  const { t } = useTexts()
  const { form, dispatch, isBusy, element, onSubmit, point, setPoint, isRemoving, remove } = useAddressForm(saved)
  const error = fieldErrorKey(knownError(shownErrors(form, addressErrors(form)).text))
  return (
    <form ref={element} noValidate className={styles.form} onSubmit={onSubmit}>
      <PageScreen
        isForm
        dock={
          <div className={styles.actions}>
            <Button type="submit" isBusy={isBusy} disabled={isRemoving}>
              {t('address.save')}
            </Button>
            {saved === null ? null : (
              <Button tone="bare" isBusy={isRemoving} disabled={isBusy} onClick={() => void remove()}>
                {t('address.remove')}
              </Button>
            )}
          </div>
        }
      >
        <div className={styles.fields}>
          <p className={styles.lead}>{t('address.lead')}</p>
          <Field
            label={t('address.text')}
            hint={t('address.hint')}
            value={form.texts.text}
            error={error === null ? null : t(error)}
            onValue={(text) => dispatch({ type: 'text', field: 'text', text })}
            onBlur={() => dispatch({ type: 'left', field: 'text' })}
            autoComplete="street-address"
            maxLength={maxLength}
          />
          <PointRow
            point={point}
            onLeave={() => addressDraft.set({ text: form.texts.text, point })}
            onRemove={() => setPoint(null)}
          />
          {form.refusal === null ? null : (
            <Note tone="attention" role="status" icon={<WarningCircleIcon size={18} />}>
              {form.refusal}
            </Note>
          )}
        </div>
      </PageScreen>
    </form>
  )
}

/** The server refuses no field by name here. */
function knownError(error: TextErrors<'text'>['text']) {
  return error === 'refused' ? undefined : error
}

async function change(input: CallOf<typeof userAddressSet>) {
  const result = await call(userAddressSet, input)
  if (result.ok) queryClient.setQueryData(queryFor(userAddress, {}).queryKey, result.value)
  return result
}

function done(msg: string): void {
  showToast('done', msg)
  navigation.back()
}
