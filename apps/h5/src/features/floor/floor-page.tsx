import { useState } from 'react'
import type { AdvertView } from '@candor/api'
import { IconButton, LinkRow, RowList, Screen, Segmented, Skeleton, TabTitle } from '@candor/ui'
import { HandshakeIcon } from '@candor/ui/icons/shell'
import { QuestionIcon } from '@candor/ui/icons/security'
import { priceText } from '../../shared/money/adverts/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { Emphasised, useTexts } from '../../shared/i18n/index.ts'
import { EmptyState, hrefOf, Loaded, navigation, SignedOutState, useRouteParams } from '../../shared/page/index.ts'
import { useIsSignedIn } from '../../shared/device/index.ts'
import { AdvertCard } from './advert-card.tsx'
import styles from './floor-page.module.css'
import { useAdverts, useAvailableUsdt } from './floor-queries.ts'
import { HowSheet } from './how-sheet.tsx'
import { SalesList } from './sales-list.tsx'
import { SellFlow } from './sell-flow.tsx'

const lists = ['sell', 'sales'] as const

/** The trading floor: merchants' adverts, and this customer's sales. A link may name the list, or an advert. */
export function FloorPage() {
  const { t } = useTexts()
  const { list: wanted } = useRouteParams('floor')
  const isSignedIn = useIsSignedIn()
  const [isAsking, setAsking] = useState(false)
  const shown = lists.find((name) => name === wanted) ?? 'sell'
  return (
    <Screen
      bar={
        <>
          <TabTitle
            trailing={
              <IconButton label={t('floor.how.title')} onClick={() => setAsking(true)}>
                <QuestionIcon />
              </IconButton>
            }
          >
            {t('floor.title')}
          </TabTitle>
          <div className={styles.lists}>
            <Segmented
              label={t('floor.lists')}
              options={lists.map((value) => ({ value, label: t(`floor.list.${value}`) }))}
              value={shown}
              onValue={(list) => navigation.redirect('floor', list === 'sell' ? {} : { list })}
            />
          </div>
        </>
      }
    >
      {shown === 'sell' ? (
        <>
          <Adverts />
          <OwnDeskLink />
        </>
      ) : isSignedIn ? (
        <SalesList state={null} />
      ) : (
        <SignedOutState text={t('floor.signedOut')} />
      )}
      {isAsking ? <HowSheet onClose={() => setAsking(false)} /> : null}
    </Screen>
  )
}

function Adverts() {
  const { t } = useTexts()
  const adverts = useAdverts()
  return (
    <Loaded queries={{ adverts }} failed={t('floor.failed')} skeleton={<AdvertsSkeleton />}>
      {(read) =>
        read.adverts.items.length === 0 ? (
          <EmptyState icon={HandshakeIcon} texts={['floor.empty.title', 'floor.empty.text']} />
        ) : (
          <AdvertList adverts={read.adverts.items} referencePrice={read.adverts.referencePrice} />
        )
      }
    </Loaded>
  )
}

/** The way to a desk of one's own, below the desks of others. */
function OwnDeskLink() {
  const { t } = useTexts()
  return (
    <div className={styles.own}>
      <RowList hasIcons>
        <LinkRow href={hrefOf('desk')} icon={<HandshakeIcon />} title={t('floor.own')} />
      </RowList>
    </div>
  )
}

interface AdvertListProps {
  readonly adverts: readonly AdvertView[]
  readonly referencePrice: string | null
}

function AdvertList(list: AdvertListProps) {
  const { adverts, referencePrice } = list
  const { advert: named } = useRouteParams('floor')
  const [chosen, setChosen] = useState<string | null>(named ?? null)
  const close = () => {
    setChosen(null)
    // The address named the closed advert: a reload must not reopen it.
    if (named !== undefined) navigation.redirect('floor')
  }
  return (
    <>
      <Holding referencePrice={referencePrice} />
      <div className={styles.adverts}>
        {adverts.map((advert) => (
          <AdvertCard
            key={advert.id}
            advert={advert}
            referencePrice={referencePrice}
            onSell={() => setChosen(advert.id)}
          />
        ))}
      </div>
      {chosen === null ? null : <SellFlow {...list} advertId={chosen} onAdvert={setChosen} onClose={close} />}
    </>
  )
}

/** The sellable balance, and the reference price. */
function Holding({ referencePrice }: { readonly referencePrice: string | null }) {
  const { t, locale } = useTexts()
  const ownMoney = useOwnMoney()
  const available = useAvailableUsdt()
  return (
    <p className={styles.holding}>
      <span>
        {available === null ? null : <Emphasised text={t('floor.hold', { amount: ownMoney(available, 'USDT') })} />}
      </span>
      <span>
        {referencePrice === null
          ? t('floor.noReference')
          : t('floor.reference', { price: priceText(locale, referencePrice) })}
      </span>
    </p>
  )
}

function AdvertsSkeleton() {
  return (
    <div className={styles.skeleton}>
      <Skeleton width={160} height={18} />
      <Skeleton width="100%" height={166} radius={20} />
      <Skeleton width="100%" height={166} radius={20} />
      <Skeleton width="100%" height={166} radius={20} />
    </div>
  )
}
