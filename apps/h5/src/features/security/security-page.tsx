import { indexPay, userInfo } from '@candor/contract'
import { RowList, Screen, TopBar } from '@candor/ui'
import { ClockCounterClockwiseIcon, KeyholeIcon, PasswordIcon } from '@candor/ui/icons/security'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { formatDate } from '../../shared/format/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { hrefOf, navigation } from '../../shared/navigation/index.ts'
import { useIsSignedIn } from '../../shared/session/index.ts'
import { SignedOutState } from '../../shared/states/index.ts'
import styles from './security-page.module.css'
import { SecurityRow } from './security-row.tsx'
import { Sessions } from './sessions.tsx'

/** The security centre: what protects the account, and where it is open. */
export function SecurityPage() {
  const { t } = useTexts()
  const isSignedIn = useIsSignedIn()
  return (
    <Screen bar={<TopBar title={t('security.title')} back={{ label: t('shared.action.back'), onPress: () => navigation.back() }} />}>
      {isSignedIn ? (
        <div className={styles.page}>
          <RowList hasIcons>
            <PasswordRow />
            <PaymentPasswordRow />
            <SecurityRow
              href={hrefOf('loginHistory')}
              glyph={<ClockCounterClockwiseIcon size={20} />}
              title={t('security.history')}
              detail={t('security.history.hint')}
            />
          </RowList>
          <Sessions />
        </div>
      ) : (
        <SignedOutState text={t('security.signedOut')} />
      )}
    </Screen>
  )
}

/** Leads on at once; the date comes when it is known. */
function PasswordRow() {
  const { t, locale } = useTexts()
  const { data: user } = useQuery(queryFor(userInfo, {}))
  const detail = () => {
    if (user === undefined) return '\u00A0'
    const { passwordChangedMs, createdMs } = user
    return passwordChangedMs === null
      ? t('security.password.unchanged', { date: formatDate(locale, createdMs) })
      : t('security.password.changed', { date: formatDate(locale, passwordChangedMs) })
  }
  return <SecurityRow href={hrefOf('loginPassword')} glyph={<PasswordIcon size={20} />} title={t('security.password')} detail={detail()} />
}

function PaymentPasswordRow() {
  const { t } = useTexts()
  const { data, error } = useQuery(queryFor(indexPay, {}))
  const state = data === undefined ? (error?.failure.error === 'no-payment-password' ? 'unset' : null) : data.locked ? 'locked' : 'set'
  return (
    <SecurityRow
      href={hrefOf('paymentPassword')}
      glyph={<KeyholeIcon size={20} />}
      title={t('security.payment')}
      detail={state === null ? '\u00A0' : t(`security.payment.${state}`)}
      needsAttention={state === 'locked'}
    />
  )
}
