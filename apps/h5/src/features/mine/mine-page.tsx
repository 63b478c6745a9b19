import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { contractOrders, supportUnread, systemStatus, userAddress, userInfo } from '@candor/api'
import { ButtonRow, LinkRow, RowList, Screen, Sheet, Tag, TabTitle } from '@candor/ui'
import {
  ArrowDownIcon,
  ArrowUpIcon,
  ArrowsLeftRightIcon,
  BellIcon,
  BellRingingIcon,
  CoinsIcon,
  HeadsetIcon,
  IdentificationCardIcon,
  ListBulletsIcon,
  PaletteIcon,
  PercentIcon,
  SignOutIcon,
  TranslateIcon,
  VibrateIcon,
} from '@candor/ui/icons/account'
import { UserPlusIcon } from '@candor/ui/icons/invite'
import { MapPinIcon } from '@candor/ui/icons/map'
import { ScalesIcon } from '@candor/ui/icons/message'
import {
  ClockCounterClockwiseIcon,
  DeviceMobileIcon,
  GaugeIcon,
  QuestionIcon,
  ShieldCheckIcon,
} from '@candor/ui/icons/security'
import { FlaskIcon, HandshakeIcon } from '@candor/ui/icons/shell'
import { ChartBarIcon } from '@candor/ui/icons/statement'
import { ReceiptIcon } from '@candor/ui/icons/ticket'
import { WalletIcon } from '@candor/ui/icons/wallet'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { languageName, useTexts } from '../../shared/i18n/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import { unreadText, useUnread } from '../../shared/account/index.ts'
import { hrefOf } from '../../shared/page/index.ts'
import { useIsSignedIn, useTheme } from '../../shared/device/index.ts'
import { useVibration, vibration } from '../../shared/device/vibration/index.ts'
import { SandboxDialog, useMode } from '../../shared/money/index.ts'
import { AccountCard } from './account-card.tsx'
import { AppearanceSheet } from './appearance-sheet.tsx'
import { BalancesCard } from './balances-card.tsx'
import styles from './mine-page.module.css'
import { SignOutDialog } from './sign-out-dialog.tsx'
import { SignedOutCard } from './signed-out-card.tsx'

/** The personal centre: account, balances, and rows in four groups. */
export function MinePage() {
  const { t } = useTexts()
  const isSignedIn = useIsSignedIn()
  return (
    <Screen bar={isSignedIn ? undefined : <TabTitle>{t('mine.title')}</TabTitle>}>
      <div className={styles.page}>
        {isSignedIn ? (
          <>
            <AccountCard />
            <BalancesCard />
            <MoneyRows />
            <RecordRows />
            <AccountRows />
          </>
        ) : (
          <SignedOutCard />
        )}
        <AppRows isSignedIn={isSignedIn} />
        <Version />
      </div>
    </Screen>
  )
}

function Group({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.section}>
        {name}
      </h2>
      <RowList hasIcons>{children}</RowList>
    </section>
  )
}

function MoneyRows() {
  const { t } = useTexts()
  return (
    <Group name={t('mine.group.money')}>
      <LinkRow href={hrefOf('assets')} icon={<CoinsIcon />} title={t('mine.assets')} />
      <LinkRow href={hrefOf('interest')} icon={<PercentIcon />} title={t('mine.interest')} />
      <LinkRow href={hrefOf('payoutMethods')} icon={<WalletIcon />} title={t('mine.payoutMethods')} />
      <LinkRow href={hrefOf('limits')} icon={<GaugeIcon />} title={t('mine.limits')} />
    </Group>
  )
}

/** How many open orders are counted; a customer with more sees "100+". */
const countedOrders = 100

function RecordRows() {
  const { t } = useTexts()
  const [isChoosing, setChoosing] = useState(false)
  const { data } = useQuery(queryFor(contractOrders, { state: 'open', limit: countedOrders }))
  const count = data?.items.length
  const detail =
    count === undefined
      ? undefined
      : data?.nextCursor === null
        ? t('mine.orders.open', { count })
        : t('mine.orders.openMore', { count })
  return (
    <>
      <Group name={t('mine.group.records')}>
        <LinkRow href={hrefOf('contractOrders')} icon={<ReceiptIcon />} title={t('mine.orders')} detail={detail} />
        <LinkRow href={hrefOf('performance')} icon={<ChartBarIcon />} title={t('mine.performance')} />
        <LinkRow href={hrefOf('statement')} icon={<ListBulletsIcon />} title={t('mine.statement')} />
        <ButtonRow
          icon={<ClockCounterClockwiseIcon />}
          title={
            <>
              {t('mine.transfers')}
              <span className={styles.sub}>{t('mine.transfers.text')}</span>
            </>
          }
          onPress={() => setChoosing(true)}
        />
      </Group>
      {isChoosing ? (
        <Sheet title={t('mine.transfers')} closeLabel={t('shared.action.close')} onClose={() => setChoosing(false)}>
          <RowList hasIcons>
            <LinkRow href={hrefOf('rechargeRecords')} icon={<ArrowDownIcon />} title={t('mine.recharges')} />
            <LinkRow href={hrefOf('withdrawalRecords')} icon={<ArrowUpIcon />} title={t('mine.withdrawals')} />
            <LinkRow href={hrefOf('swapRecords')} icon={<ArrowsLeftRightIcon />} title={t('mine.swaps')} />
            <LinkRow href={hrefOf('tradeOrders')} icon={<HandshakeIcon />} title={t('mine.tradeOrders')} />
          </RowList>
        </Sheet>
      ) : null}
    </>
  )
}

/** The rows for identity, security, messages and personal data. */
function AccountRows() {
  const texts = useTexts()
  const { t } = texts
  const { data } = useQuery(queryFor(userInfo, {}))
  const { data: own } = useQuery(queryFor(userAddress, {}))
  const count = useUnread()
  return (
    <Group name={t('mine.group.account')}>
      <LinkRow
        href={hrefOf('certification')}
        icon={<IdentificationCardIcon />}
        title={t('mine.identity')}
        detail={data === undefined ? undefined : t(`mine.identity.${data.kycState}`)}
      />
      <LinkRow href={hrefOf('security')} icon={<ShieldCheckIcon />} title={t('mine.security')} />
      <LinkRow href={hrefOf('messages')} icon={<BellIcon />} title={t('mine.messages')} detail={newTag(texts, count)} />
      <LinkRow href={hrefOf('notifications')} icon={<BellRingingIcon />} title={t('mine.notifications')} />
      <LinkRow
        href={hrefOf('address')}
        icon={<MapPinIcon />}
        title={t('mine.address')}
        detail={!own?.address ? undefined : <span className={styles.address}>{own.address.text}</span>}
      />
      <LinkRow href={hrefOf('invite')} icon={<UserPlusIcon />} title={t('mine.invite')} />
    </Group>
  )
}

function AppRows({ isSignedIn }: { readonly isSignedIn: boolean }) {
  const { t, language } = useTexts()
  const mode = useMode()
  const theme = useTheme()
  const [open, setOpen] = useState<'appearance' | 'sandbox' | 'signOut' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Group name={t('mine.group.app')}>
        <ButtonRow
          icon={<PaletteIcon />}
          title={t('mine.appearance')}
          detail={t(`mine.theme.${theme}`)}
          onPress={() => setOpen('appearance')}
        />
        <LinkRow
          href={hrefOf('language')}
          icon={<TranslateIcon />}
          title={t('mine.language')}
          detail={languageName(language)}
        />
        <VibrationRow />
        {mode === 'sandbox' ? (
          <ButtonRow
            icon={<FlaskIcon />}
            title={t('mine.mode')}
            detail={<Tag tone="sandbox">{t('shared.sandbox.name')}</Tag>}
            onPress={() => setOpen('sandbox')}
          />
        ) : null}
        <LinkRow href={hrefOf('help')} icon={<QuestionIcon />} title={t('mine.help')} />
        <SupportRow isSignedIn={isSignedIn} />
        <LinkRow href={hrefOf('legal')} icon={<ScalesIcon />} title={t('mine.legal')} />
        <LinkRow href={hrefOf('download')} icon={<DeviceMobileIcon />} title={t('mine.install')} />
        {isSignedIn ? (
          <ButtonRow
            icon={<SignOutIcon />}
            title={t('mine.signOut')}
            hasCaret={false}
            onPress={() => setOpen('signOut')}
          />
        ) : null}
      </Group>
      {open === 'appearance' ? <AppearanceSheet onClose={close} /> : null}
      {open === 'sandbox' ? <SandboxDialog onClose={close} /> : null}
      {open === 'signOut' ? <SignOutDialog onClose={close} /> : null}
    </>
  )
}

/** Whether the device vibrates for own contracts; not shown where it cannot. */
function VibrationRow() {
  const { t } = useTexts()
  const isOn = useVibration()
  if (!vibration.isSupported()) return null
  return (
    <ButtonRow
      icon={<VibrateIcon />}
      title={t('mine.vibration')}
      detail={t(isOn ? 'mine.vibration.on' : 'mine.vibration.off')}
      hasCaret={false}
      onPress={() => vibration.set(!isOn)}
    />
  )
}

/** The socket reports replies; polling finds a lost notice. */
const askSupportEveryMs = 60_000

function SupportRow({ isSignedIn }: { readonly isSignedIn: boolean }) {
  const texts = useTexts()
  const { data } = useQuery({ ...queryFor(supportUnread, {}), enabled: isSignedIn, refetchInterval: askSupportEveryMs })
  const detail = isSignedIn ? newTag(texts, data?.count) : undefined
  return <LinkRow href={hrefOf('support')} icon={<HeadsetIcon />} title={texts.t('mine.support')} detail={detail} />
}

/** How many are new, where any are. */
function newTag({ t, locale }: Texts, count = 0) {
  return count === 0 ? undefined : (
    <Tag tone="ink">{t('mine.messages.unread', { shown: unreadText(locale, count) })}</Tag>
  )
}

function Version() {
  const { t } = useTexts()
  const { data } = useQuery(queryFor(systemStatus, {}))
  return (
    <p className={styles.version}>
      {data ? t('mine.version', { version: data.version }) : null}
      {data?.operator ? <span className={styles.operator}>{t('mine.operator', data.operator)}</span> : null}
    </p>
  )
}
