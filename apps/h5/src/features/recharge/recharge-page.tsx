import { useTexts } from '../../shared/i18n/index.ts'
import { Loaded, Placeholders } from '../../shared/page/index.ts'
import { pageWithRecords } from '../../shared/page/records/index.ts'
import styles from './recharge-page.module.css'
import { RechargeTicket } from './recharge-ticket.tsx'
import { useRechargeMethods } from './recharge-queries.ts'

/** Deposits: USDT to the customer's own address, and their announcement. */
export const RechargePage = pageWithRecords(
  { title: 'recharge.title', signedOut: 'recharge.signedOut', records: 'recharge.records' },
  'rechargeRecords',
  Recharge,
)

function Recharge() {
  const { t } = useTexts()
  const methods = useRechargeMethods()
  return (
    <Loaded
      queries={{ methods }}
      failed={t('recharge.failed')}
      skeleton={<Placeholders className={styles.form} blocks={[['100%', 4, 2], [230, 26, 8], ['100%', 48, 15], 318]} />}
    >
      {(read) => <RechargeTicket methods={read.methods} />}
    </Loaded>
  )
}
