import type { ReactNode } from 'react'
import { indexPay, securityLimits, securityState, userInfo } from '@candor/api'
import { RowList } from '@candor/ui'
import {
  ChatTextIcon,
  ClockCounterClockwiseIcon,
  DeviceMobileIcon,
  EnvelopeSimpleIcon,
  GaugeIcon,
  KeyholeIcon,
  KeyIcon,
  PasswordIcon,
  ShieldCheckIcon,
} from '@candor/ui/icons/security'
import { CheckCircleFillIcon } from '@candor/ui/icons/shell'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { formatDate, useTexts } from '../../shared/i18n/index.ts'
import { hrefOf } from '../../shared/page/index.ts'
import { maskedEmail, maskedMobile } from './masked-contact.ts'
import { SecurityRow } from './security-row.tsx'

/** Rows link at once; their state follows when it is known. */
const unknown = '\u00A0'

/** Account protection: passwords and contacts. */
export function AccountRows() {
  const { t } = useTexts()
  const { data: user } = useQuery(queryFor(userInfo, {}))
  return (
    <RowList hasIcons>
      <PasswordRow />
      <PaymentPasswordRow />
      <SecurityRow
        href={hrefOf('bindEmail')}
        glyph={<EnvelopeSimpleIcon size={20} />}
        title={t('security.email')}
        detail={user === undefined ? unknown : user.email === null ? t('security.email.none') : maskedEmail(user.email)}
        trailing={done(typeof user?.email === 'string')}
      />
      <SecurityRow
        href={hrefOf('bindPhone')}
        glyph={<DeviceMobileIcon size={20} />}
        title={t('security.phone')}
        detail={
          user === undefined ? unknown : user.mobile === null ? t('security.phone.none') : maskedMobile(user.mobile)
        }
        trailing={done(typeof user?.mobile === 'string')}
      />
    </RowList>
  )
}

/** Sign-in protection beyond the password, and the limits. */
export function GuardRows() {
  const { t } = useTexts()
  const { data: state } = useQuery(queryFor(securityState, {}))
  const { data: limits } = useQuery(queryFor(securityLimits, {}))
  const set = limits?.items.filter(({ value }) => value !== null).length ?? 0
  return (
    <RowList hasIcons>
      <SecurityRow
        href={hrefOf('twoStep')}
        glyph={<ShieldCheckIcon size={20} />}
        title={t('security.totp')}
        detail={state === undefined ? unknown : t(state.totp.isOn ? 'security.totp.on' : 'security.totp.offHint')}
        trailing={done(state?.totp.isOn === true)}
      />
      <SecurityRow
        href={hrefOf('passkeys')}
        glyph={<KeyIcon size={20} />}
        title={t('security.passkeys')}
        detail={state === undefined ? unknown : t('security.passkeys.count', { count: state.passkeys })}
        trailing={done((state?.passkeys ?? 0) > 0)}
      />
      <SecurityRow
        href={hrefOf('phrase')}
        glyph={<ChatTextIcon size={20} />}
        title={t('security.phrase')}
        detail={state === undefined ? unknown : (state.phrase ?? t('security.phrase.none'))}
        trailing={done(typeof state?.phrase === 'string')}
      />
      <SecurityRow
        href={hrefOf('limits')}
        glyph={<GaugeIcon size={20} />}
        title={t('security.limits')}
        detail={limits === undefined ? unknown : t('security.limits.count', { count: set })}
      />
      <SecurityRow
        href={hrefOf('loginHistory')}
        glyph={<ClockCounterClockwiseIcon size={20} />}
        title={t('security.history')}
        detail={t('security.history.hint')}
      />
    </RowList>
  )
}

/** Decorative: the text beside it says the same. */
function done(isDone: boolean): ReactNode {
  return isDone ? <CheckCircleFillIcon size={20} /> : null
}

function PasswordRow() {
  const { t, locale } = useTexts()
  const { data: user } = useQuery(queryFor(userInfo, {}))
  const detail = () => {
    if (user === undefined) return unknown
    const { passwordChangedMs, createdMs } = user
    return passwordChangedMs === null
      ? t('security.password.unchanged', { date: formatDate(locale, createdMs) })
      : t('security.password.changed', { date: formatDate(locale, passwordChangedMs) })
  }
  return (
    <SecurityRow
      href={hrefOf('loginPassword')}
      glyph={<PasswordIcon size={20} />}
      title={t('security.password')}
      detail={detail()}
      trailing={done(user !== undefined)}
    />
  )
}

function PaymentPasswordRow() {
  const { t } = useTexts()
  const { data, error } = useQuery(queryFor(indexPay, {}))
  const state =
    data === undefined
      ? error?.failure.error === 'no-payment-password'
        ? 'unset'
        : null
      : data.locked
        ? 'locked'
        : 'set'
  return (
    <SecurityRow
      href={hrefOf('paymentPassword')}
      glyph={<KeyholeIcon size={20} />}
      title={t('security.payment')}
      detail={state === null ? unknown : t(`security.payment.${state}`)}
      needsAttention={state === 'locked'}
      trailing={done(state === 'set')}
    />
  )
}
