import { IconButton, Skeleton } from '@candor/ui'
import { ClockCounterClockwiseIcon } from '@candor/ui/icons/security'
import { useTexts } from '../../shared/i18n/index.ts'
import { Loaded, navigation, Page } from '../../shared/page/index.ts'
import styles from './recharge-page.module.css'
import { RechargeTicket } from './recharge-ticket.tsx'
import { useRechargeMethods } from './recharge-queries.ts'

/** Deposits: USDT to the customer's own address, and their announcement. */
export function RechargePage() {
  const { t } = useTexts()
  return (
    <Page
      title={t('recharge.title')}
      signedOut={t('recharge.signedOut')}
      trailing={
        <IconButton label={t('recharge.records')} onClick={() => navigation.navigate('rechargeRecords')}>
          <ClockCounterClockwiseIcon />
        </IconButton>
      }
    >
      <Recharge />
    </Page>
  )
}

function Recharge() {
  const { t } = useTexts()
  const methods = useRechargeMethods()
  return (
    <Loaded
      queries={{ methods }}
      failed={t('recharge.failed')}
      skeleton={
        <div className={styles.form}>
          <Skeleton width="100%" height={4} radius={2} />
          <Skeleton width={230} height={26} radius={8} />
          <Skeleton width="100%" height={48} radius={15} />
          <Skeleton width="100%" height={318} radius={20} />
        </div>
      }
    >
      {(read) => <RechargeTicket methods={read.methods} />}
    </Loaded>
  )
}
