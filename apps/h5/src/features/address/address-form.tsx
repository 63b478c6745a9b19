import { useEffect, useState } from 'react'
import { userAddress, userAddressSet } from '@candor/api'
import type { CallOf } from '@candor/api'
import { Button, Field, showToast } from '@candor/ui'
import { call, replaceResponse } from '../../shared/api/index.ts'
import { chosenLocation, emptyTextForm, RefusalNote, useTextForm } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { FormScreen, navigation } from '../../shared/page/index.ts'
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
  const { form, bind, isBusy, element, onSubmit, point, setPoint, isRemoving, remove } = useAddressForm(saved)
  return (
    <FormScreen
      element={element}
      onSubmit={onSubmit}
      submit={t('address.save')}
      isBusy={isBusy}
      isOff={isRemoving}
      hasDockLine={false}
      dock={(button) => (
        <div className={styles.actions}>
          {button}
          {saved === null ? null : (
            <Button tone="bare" isBusy={isRemoving} disabled={isBusy} onClick={() => void remove()}>
              {t('address.remove')}
            </Button>
          )}
        </div>
      )}
    >
      <div className={styles.fields}>
        <p className={styles.lead}>{t('address.lead')}</p>
        <Field
          {...bind('text')}
          label={t('address.text')}
          hint={t('address.hint')}
          autoComplete="street-address"
          maxLength={maxLength}
        />
        <PointRow
          point={point}
          onLeave={() => addressDraft.set({ text: form.texts.text, point })}
          onRemove={() => setPoint(null)}
        />
        <RefusalNote text={form.refusal} />
      </div>
    </FormScreen>
  )
}

async function change(input: CallOf<typeof userAddressSet>) {
  const result = await call(userAddressSet, input)
  if (result.ok) await replaceResponse(userAddress, {}, result.value)
  return result
}

function done(msg: string): void {
  showToast('done', msg)
  navigation.back()
}
