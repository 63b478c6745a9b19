import { interestProducts, interestSummary, userInfo, walletAssets } from '@candor/api'
import { Button } from '@candor/ui'
import { PercentIcon } from '@candor/ui/icons/account'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { emptyPageOf, Loaded, navigation, Page, Placeholders } from '../../shared/page/index.ts'
import { WhenVerified } from '../../shared/account/verification/index.ts'
import { InterestTicket } from './interest-ticket.tsx'
import styles from './interest.module.css'

/** The interest wallet: its content, and the form for a new order. Needs a login and a verified identity. */
export function InterestPage() {
  const { t } = useTexts()
  return (
    <Page
      title={t('interest.title')}
      signedOut={t('interest.signedOut')}
      trailing={
        <Button tone="bare" size="small" onClick={() => navigation.navigate('interestOrders')}>
          {t('interest.records')}
        </Button>
      }
    >
      <Interest />
    </Page>
  )
}

function Interest() {
  const { t } = useTexts()
  const user = useQuery(queryFor(userInfo, {}))
  const products = useQuery(queryFor(interestProducts, {}))
  const summary = useQuery(queryFor(interestSummary, {}))
  const assets = useQuery(queryFor(walletAssets, {}))
  return (
    <Loaded
      queries={{ user, products, summary, assets }}
      failed={t('interest.failed')}
      skeleton={<Placeholders className={styles.form} blocks={[['100%', 48, 15], [180, 50, 14], 360]} />}
    >
      {(read) => (
        <WhenVerified user={read.user} purpose={t('interest.needsIdentity')}>
          {read.products.items.some(({ isOpen }) => isOpen) ? (
            <InterestTicket products={read.products.items} sums={read.summary.items} balances={read.assets.items} />
          ) : (
            <NothingOpen />
          )}
        </WhenVerified>
      )}
    </Loaded>
  )
}

/** No product takes money now. */
const NothingOpen = emptyPageOf(
  PercentIcon,
  ['interest.closed.title', 'interest.closed.text', 'interest.records.open'],
  () => navigation.navigate('interestOrders'),
)
