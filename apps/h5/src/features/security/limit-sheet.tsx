import { securityLimitSet, securityLimits } from '@candor/api'
import type { LimitView } from '@candor/api'
import { useBusy } from '@candor/client/react'
import { assets } from '@candor/money'
import { Button, Field, Sheet, showToast } from '@candor/ui'
import { call, replaceResponse } from '../../shared/api/index.ts'
import { useTypedText } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { limitErrorKey } from './limit-form-model.ts'
import styles from './security-page.module.css'

/** Changes or removes one limit. */
export function LimitSheet({ limit, onClose }: { readonly limit: LimitView; readonly onClose: () => void }) {
  const { t } = useTexts()
  const { typed, setError } = useTypedText(
    limit.value?.replace(/\.?0+$/, (end) => (end.startsWith('.') ? '' : end)) ?? '',
  )
  const { isBusy, during } = useBusy()
  const send = async (value: string | undefined) => {
    const key = value === undefined ? null : limitErrorKey(limit.kind, value)
    if (key !== null) return setError(t(key))
    const result = await during(
      call(securityLimitSet, {
        kind: limit.kind,
        ...(value === undefined ? {} : { value: value.trim() }),
      }),
    )
    if (!result.ok) return setError(result.msg)
    await replaceResponse(securityLimits, {}, result.value)
    showToast('done', result.msg)
    onClose()
  }
  return (
    <Sheet
      title={t(`security.limits.${limit.kind}`)}
      closeLabel={t('shared.action.close')}
      onClose={onClose}
      isBusy={isBusy}
    >
      <form
        noValidate
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault()
          void send(typed.value)
        }}
      >
        <p className={styles.sheetText}>{t(`security.limits.${limit.kind}.text`)}</p>
        <Field
          {...typed}
          label={t(limit.kind === 'session' ? 'security.limits.inMinutes' : 'security.limits.amount')}
          aside={limit.kind === 'session' ? undefined : limit.kind === 'deposit' ? 'USDT' : assets.join(', ')}
          inputMode={limit.kind === 'session' ? 'numeric' : 'decimal'}
          autoComplete="off"
        />
        <Button type="submit" isBusy={isBusy}>
          {t('security.limits.set')}
        </Button>
        {limit.value === null ? null : (
          <Button tone="bare" onClick={() => void send(undefined)}>
            {t('security.limits.remove')}
          </Button>
        )}
      </form>
    </Sheet>
  )
}
