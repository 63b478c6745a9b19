import { payoutList, userInfo } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { Loaded, Placeholders } from '../../shared/page/index.ts'
import { pageWithRecords } from '../../shared/page/records/index.ts'
import { WhenVerified } from '../../shared/account/verification/index.ts'
import styles from './withdrawal-page.module.css'
import { WithdrawalTicket } from './withdrawal-ticket.tsx'
import { useReadiness } from './withdrawal-queries.ts'

/**
 * Withdrawals to the wallet or to a bank card. Needs a login and a verified identity; other requirements are shown on
 * the form.
 */
export const WithdrawalPage = pageWithRecords(
  { title: 'withdrawal.title', signedOut: 'withdrawal.signedOut', records: 'withdrawal.records' },
  'withdrawalRecords',
  Withdrawal,
)

function Withdrawal() {
  const { t } = useTexts()
  const user = useQuery(queryFor(userInfo, {}))
  const methods = useQuery(queryFor(payoutList, {}))
  const readiness = useReadiness()
  return (
    <Loaded
      queries={{ user, methods, readiness }}
      failed={t('withdrawal.failed')}
      skeleton={<Placeholders className={styles.skeleton} blocks={[['100%', 48, 15], [160, 62, 14], 68, 120]} />}
    >
      {(read) => (
        <WhenVerified user={read.user} purpose={t('withdrawal.needsIdentity')}>
          <WithdrawalTicket methods={read.methods} readiness={read.readiness} />
        </WhenVerified>
      )}
    </Loaded>
  )
}
