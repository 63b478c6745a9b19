import { useEffect, useState } from 'react'
import { userAddress, userAddressSet } from '@candor/api'
import type { CallOf } from '@candor/api'
import { Button, Field, LateSkeleton, Note, Screen, showToast, Skeleton, TopBar } from '@candor/ui'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { useQuery } from '@tanstack/react-query'
import { call, queryClient, queryFor } from '../../shared/api/index.ts'
import { emptyTextForm, fieldErrorKey, shownErrors, useTextForm } from '../../shared/forms/index.ts'
import type { TextErrors, TextForm } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { chosenLocation } from '../../shared/location/index.ts'
import { navigation } from '../../shared/navigation/index.ts'
import { useIsSignedIn } from '../../shared/session/index.ts'
import { FailedState, SignedOutState } from '../../shared/states/index.ts'
import { addressDraft } from './address-draft.ts'
import type { AddressDraft } from './address-draft.ts'
import styles from './address.module.css'
import { PointRow } from './point-row.tsx'

const maxLength = 200
const minLength = 3

/** Where the customer lives, if they want to say it: in words, and as a point on the map. */
export function AddressPage() {
  const { t } = useTexts()
  const isSignedIn = useIsSignedIn()
  const { data, error, refetch } = useQuery({ ...queryFor(userAddress, {}), enabled: isSignedIn })
  const bar = <TopBar title={t('address.text')} back={{ label: t('shared.action.back'), onPress: () => navigation.back() }} />
  if (isSignedIn && data !== undefined) return <AddressForm saved={data.address} />
  return (
    <Screen bar={bar} isForm>
      {!isSignedIn ? (
        <SignedOutState text={t('address.signedOut')} />
      ) : error === null ? (
        <LateSkeleton label={t('shared.loading')}>
          <Skeleton width="100%" height={54} radius={14} />
        </LateSkeleton>
      ) : (
        <FailedState error={error} onRetry={() => void refetch()} />
      )}
    </Screen>
  )
}

/** What is wrong with an address, as far as this phone knows. */
function errorsOf({ texts }: TextForm<'text'>): TextErrors<'text'> {
  const { length } = texts.text.trim()
  if (length === 0) return { text: 'required' }
  return length < minLength ? { text: 'too-short' } : {}
}

/** Begins with what was chosen on the map a moment ago, on top of what was written before the map was opened. */
function startOf(saved: AddressDraft | null): AddressDraft {
  const begun = addressDraft.get() ?? saved ?? { text: '', point: null }
  const chosen = chosenLocation.peek('address')
  return chosen === null ? begun : { ...begun, point: chosen.point }
}

function AddressForm({ saved }: { readonly saved: AddressDraft | null }) {
  const { t } = useTexts()
  const [start] = useState(() => startOf(saved))
  const [point, setPoint] = useState(start.point)
  useEffect(() => {
    addressDraft.set(null)
    chosenLocation.clear('address')
  }, [])
  const { form, dispatch, isBusy, element, onSubmit } = useTextForm({
    empty: emptyTextForm({ text: start.text }),
    errors: errorsOf,
    refusedField: () => undefined,
    send: ({ texts }) => change({ text: texts.text.trim(), ...(point ?? {}) }),
    done,
  })
  const [isRemoving, setRemoving] = useState(false)
  const remove = async () => {
    setRemoving(true)
    const result = await change({})
    setRemoving(false)
    if (result.ok) done(result.msg)
    else dispatch({ type: 'refused', field: undefined, fields: {}, msg: result.msg })
  }
  const error = fieldErrorKey(knownError(shownErrors(form, errorsOf(form)).text))
  return (
    <form ref={element} noValidate className={styles.form} onSubmit={onSubmit}>
      <Screen
        isForm
        bar={<TopBar title={t('address.text')} back={{ label: t('shared.action.back'), onPress: () => navigation.back() }} />}
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
          <PointRow point={point} onLeave={() => addressDraft.set({ text: form.texts.text, point })} onRemove={() => setPoint(null)} />
          {form.refusal === null ? null : (
            <Note tone="attention" role="status" icon={<WarningCircleIcon size={18} />}>
              {form.refusal}
            </Note>
          )}
        </div>
      </Screen>
    </form>
  )
}

/** The server refuses nothing by name here. */
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
