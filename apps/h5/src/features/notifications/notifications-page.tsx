import { useEffect, useState } from 'react'
import { pushKinds, pushSettings } from '@candor/api'
import type { OutputOf, PushKind } from '@candor/api'
import { Button, LinkRow, Note, RowList, Skeleton } from '@candor/ui'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { hrefOf, Loaded, Page, PageScreen } from '../../shared/page/index.ts'
import styles from './notifications-page.module.css'
import type { PushChoice } from './follow-device.ts'
import { pushAbility } from './push-device.ts'
import type { PushAbility } from './push-device.ts'
import { SwitchRow } from './switch-row.tsx'
import { usePushChoice } from './use-push-choice.ts'

/** The notifications of this device while the app is closed: chosen by kind, and off by default. */
export function NotificationsPage() {
  const { t } = useTexts()
  return (
    <Page title={t('notifications.title')} signedOut={t('notifications.signedOut')}>
      <PageScreen>
        <div className={styles.page}>
          <p className={styles.lead}>{t('notifications.lead')}</p>
          <OwnSettings />
        </div>
      </PageScreen>
    </Page>
  )
}

function OwnSettings() {
  const settings = useQuery(queryFor(pushSettings, {}))
  return (
    <Loaded queries={{ settings }} skeleton={<Skeleton width="100%" height={220} radius="var(--r-lg)" />}>
      {(read) => <Settings settings={read.settings} />}
    </Loaded>
  )
}

function Settings({ settings }: { readonly settings: OutputOf<typeof pushSettings> }) {
  const { t } = useTexts()
  const ability = useAbility()
  const { isBusy, change, turnOn } = usePushChoice(settings)
  if (ability !== 'able') return <Obstacle ability={ability} />
  if (settings.publicKey === null)
    return <Note icon={<WarningCircleIcon size={18} />}>{t('notifications.unavailable')}</Note>
  if (settings.device === null) {
    return (
      <Button isBusy={isBusy} onClick={() => void turnOn()}>
        {t('notifications.on')}
      </Button>
    )
  }
  return (
    <>
      <Choice choice={settings.device} onChange={(choice) => void change(choice)} />
      <Button tone="quiet" isBusy={isBusy} onClick={() => void change(null)}>
        {t('notifications.off')}
      </Button>
    </>
  )
}

/** Why there are none here, and what can be done. */
function Obstacle({ ability }: { readonly ability: Exclude<PushAbility, 'able'> }) {
  const { t } = useTexts()
  return (
    <>
      <Note tone={ability === 'denied' ? 'attention' : 'quiet'} icon={<WarningCircleIcon size={18} />}>
        {t(`notifications.${ability}`)}
      </Note>
      {ability === 'unsupported' ? (
        <RowList>
          <LinkRow href={hrefOf('download')} title={t('notifications.install')} />
        </RowList>
      ) : null}
    </>
  )
}

function Choice({
  choice,
  onChange,
}: {
  readonly choice: PushChoice
  readonly onChange: (choice: PushChoice) => void
}) {
  const { t } = useTexts()
  const toggled = (kind: PushKind): PushChoice => ({
    ...choice,
    kinds: choice.kinds.includes(kind) ? choice.kinds.filter((one) => one !== kind) : [...choice.kinds, kind],
  })
  return (
    <>
      <RowList>
        {pushKinds.map((kind) => (
          <SwitchRow
            key={kind}
            title={t(`notifications.kind.${kind}`)}
            isOn={choice.kinds.includes(kind)}
            onToggle={() => onChange(toggled(kind))}
          />
        ))}
      </RowList>
      <RowList>
        <SwitchRow
          title={t('notifications.amounts')}
          detail={t('notifications.amounts.detail')}
          isOn={choice.amounts === 'shown'}
          onToggle={() => onChange({ ...choice, amounts: choice.amounts === 'shown' ? 'hidden' : 'shown' })}
        />
      </RowList>
    </>
  )
}

/** Checks again when the customer returns, perhaps from the browser's settings. */
function useAbility(): PushAbility {
  const [ability, setAbility] = useState(pushAbility)
  useEffect(() => {
    const look = () => setAbility(pushAbility())
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [])
  return ability
}
