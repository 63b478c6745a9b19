import { userLogins } from '@candor/api'
import type { LoginView } from '@candor/api'
import { ClockCounterClockwiseIcon } from '@candor/ui/icons/security'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { formatDateTime, useTexts } from '../../shared/i18n/index.ts'
import { EmptyState, screenOf } from '../../shared/page/index.ts'
import { RecordList, useWholeList } from '../../shared/page/records/index.ts'
import { DeviceGlyph } from './device-glyph.tsx'
import { deviceName, dotted } from './device-model.ts'
import { SecurityRow } from './security-row.tsx'

/** Successful and failed sign-ins to the account. */
export const LoginHistoryPage = screenOf({ title: 'security.logins.title', signedOut: 'security.signedOut' }, Logins)

function Logins() {
  const { t } = useTexts()
  const pages = useWholeList(userLogins)
  return (
    <RecordList
      pages={pages}
      failedTitle={t('security.logins.failed')}
      empty={
        <EmptyState
          icon={ClockCounterClockwiseIcon}
          texts={['security.logins.empty.title', 'security.logins.empty.text']}
        />
      }
      end={t('security.logins.note')}
      row={(login) => <LoginRow key={login.id} login={login} />}
    />
  )
}

function LoginRow({ login: { outcome, atMs, device, network } }: { readonly login: LoginView }) {
  const { t, locale } = useTexts()
  const hasFailed = outcome !== 'logged-in'
  return (
    <SecurityRow
      glyph={hasFailed ? <WarningCircleIcon size={20} /> : <DeviceGlyph kind={device.kind} />}
      needsAttention={hasFailed}
      title={t(`security.logins.${outcome}`)}
      detail={
        <>
          {dotted([deviceName(device) ?? t('security.device.unknown'), network])}
          <br />
          {formatDateTime(locale, atMs)}
        </>
      }
    />
  )
}
