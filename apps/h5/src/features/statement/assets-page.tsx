import { createElement } from 'react'
import { interestSummary, walletAssets } from '@candor/api'
import type { BalanceView, OutputOf } from '@candor/api'
import { Button, LinkRow, RowList, Skeleton } from '@candor/ui'
import { ArrowUpIcon, CoinsIcon, ListBulletsIcon, PercentIcon } from '@candor/ui/icons/account'
import { HandshakeIcon } from '@candor/ui/icons/message'
import { ReceiptIcon } from '@candor/ui/icons/ticket'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { panes, useMedia } from '../../shared/device/media/index.ts'
import { AmountLabel, heldParts, OwnMoney, useOwnMoney, wholeBalance } from '../../shared/money/index.ts'
import { ExactMoney } from '../../shared/money/exact-money/index.ts'
import type { HeldFor } from '../../shared/money/index.ts'
import { Emphasised, useTexts } from '../../shared/i18n/index.ts'
import { EmptyState, hrefOf, Loaded, MoneyWays, navigation, RecordRow, screenOf } from '../../shared/page/index.ts'
import styles from './assets-page.module.css'
import { OwnCountCard } from './own-count-card.tsx'
import { StatementHere } from './statement-here.tsx'

type Assets = OutputOf<typeof walletAssets>

/** The customer's money: the available part of each balance, and the held parts with their reasons. */
export const AssetsPage = screenOf(
  { title: 'statement.assets.title', signedOut: 'statement.assets.signedOut' },
  OwnAssets,
)

function OwnAssets() {
  const { t } = useTexts()
  const assets = useQuery(queryFor(walletAssets, {}))
  return (
    <Loaded queries={{ assets }} failed={t('statement.assets.failed')} skeleton={<AssetsSkeleton />}>
      {(read) => <AssetsView assets={read.assets} />}
    </Loaded>
  )
}

function AssetsView({ assets }: { readonly assets: Assets }) {
  const { t } = useTexts()
  const hasRoom = useMedia(panes)
  if (assets.items.length === 0) {
    return (
      <EmptyState icon={CoinsIcon} texts={['statement.assets.empty', 'statement.assets.empty.text']}>
        <Button onClick={() => navigation.navigate('recharge')}>{t('statement.empty.action')}</Button>
      </EmptyState>
    )
  }
  return (
    <div className={styles.page}>
      <Total assets={assets} />
      <div className={styles.ways}>
        <MoneyWays into={t('statement.empty.action')} out={t('statement.assets.withdraw')} />
      </div>
      <div className={styles.balances}>
        {assets.items.map((balance) => (
          <Balance key={balance.asset} balance={balance} />
        ))}
      </div>
      <OwnCountCard />
      {hasRoom ? <StatementHere /> : null}
    </div>
  )
}

function Total({ assets: { totalUsd, availableUsd } }: { readonly assets: Assets }) {
  const { t } = useTexts()
  const ownMoney = useOwnMoney()
  return (
    <section className={styles.head} aria-label={t('statement.assets.total')}>
      <AmountLabel text={t('statement.assets.total')} />
      {totalUsd === null || availableUsd === null ? (
        <p className={styles.unknown}>{t('statement.assets.noUsdtPrice')}</p>
      ) : (
        <>
          <p className={styles.total}>
            <ExactMoney amount={totalUsd} asset="USD" size="hero" />
          </p>
          <p className={styles.of}>
            <Emphasised text={t('statement.assets.availableUsd', { amount: ownMoney(availableUsd, 'USD') })} />
          </p>
        </>
      )}
    </section>
  )
}

const signs = { contracts: ReceiptIcon, withdrawals: ArrowUpIcon, sales: HandshakeIcon, interest: PercentIcon } as const

/** The list of what holds money. */
function heldHref(by: HeldFor): string {
  switch (by) {
    case 'contracts':
      return hrefOf('contractOrders')
    case 'withdrawals':
      return hrefOf('withdrawalRecords')
    case 'interest':
      return hrefOf('interestOrders')
    case 'sales':
      return hrefOf('tradeOrders')
  }
}

function Balance({ balance }: { readonly balance: BalanceView }) {
  const { t } = useTexts()
  const ownMoney = useOwnMoney()
  const { asset, available } = balance
  const why = useReasons(asset)
  return (
    <section aria-label={asset}>
      <div className={styles.asset}>
        <h2>{asset}</h2>
        <span>{t('statement.assets.whole', { amount: ownMoney(wholeBalance(balance)) })}</span>
      </div>
      <RowList hasIcons>
        <RecordRow
          sign={<CoinsIcon size={20} />}
          title={t('statement.assets.available')}
          detail={t('statement.assets.available.text')}
          amount={<ExactMoney amount={available} asset={asset} />}
        />
        {heldParts(balance).map(({ by, amount }) => (
          <RecordRow
            key={by}
            href={heldHref(by)}
            sign={createElement(signs[by], { size: 20 })}
            title={t(`statement.assets.${by}`)}
            detail={why(by)}
            amount={<OwnMoney amount={amount} asset={asset} />}
          />
        ))}
        <LinkRow
          href={hrefOf('statement', { asset })}
          icon={<ListBulletsIcon />}
          title={t('statement.assets.bills', { asset })}
        />
      </RowList>
    </section>
  )
}

/** Less than the cent that amounts are shown to. */
const isTiny = (amount: string) => /^0(\.00\d*)?$/.test(amount)

/** Why money of an asset is held; for the interest wallet also its earnings, once known and worth a cent. */
function useReasons(asset: BalanceView['asset']): (by: HeldFor) => string {
  const { t } = useTexts()
  const ownMoney = useOwnMoney()
  const { data } = useQuery(queryFor(interestSummary, {}))
  const expected = data?.items.find((item) => item.asset === asset)?.expected
  return (by) =>
    by === 'interest' && expected !== undefined && !isTiny(expected)
      ? t('statement.assets.interest.expected', { amount: ownMoney(expected, asset) })
      : t(`statement.assets.${by}.text`)
}

function AssetsSkeleton() {
  return (
    <div className={styles.page}>
      <div className={styles.skeletons}>
        <Skeleton width={96} height={13} />
        <Skeleton width={232} height={42} radius={10} />
        <Skeleton width={204} height={13} />
      </div>
      <Skeleton width="100%" height={178} radius={20} />
      <Skeleton width="100%" height={178} radius={20} />
    </div>
  )
}
