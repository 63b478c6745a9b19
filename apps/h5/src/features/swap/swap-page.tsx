import { userInfo } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { Loaded, Placeholders } from '../../shared/page/index.ts'
import { pageWithRecords } from '../../shared/page/records/index.ts'
import { WhenVerified } from '../../shared/account/verification/index.ts'
import styles from './swap.module.css'
import { useAssets, useTerms } from './swap-queries.ts'
import { SwapTicket } from './swap-ticket.tsx'

/** USD into USDT and back, exactly as quoted. Needs a login and a verified identity. */
export const SwapPage = pageWithRecords(
  { title: 'swap.title', signedOut: 'swap.signedOut', records: 'swap.records' },
  'swapRecords',
  Swap,
)

function Swap() {
  const { t } = useTexts()
  const user = useQuery(queryFor(userInfo, {}))
  const terms = useTerms()
  const assets = useAssets()
  return (
    <Loaded
      queries={{ user, terms, assets }}
      failed={t('swap.failed')}
      skeleton={<Placeholders className={styles.page} blocks={[106, 106, 132]} />}
    >
      {(read) => (
        <WhenVerified user={read.user} purpose={t('swap.needsIdentity')}>
          <SwapTicket terms={read.terms.items} balances={read.assets.items} />
        </WhenVerified>
      )}
    </Loaded>
  )
}
