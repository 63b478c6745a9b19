import { floorAdvert } from '@candor/api'
import type { AdvertView } from '@candor/api'
import { Button, Card, FactList, StatePanel } from '@candor/ui'
import type { Fact } from '@candor/ui'
import { HandshakeIcon } from '@candor/ui/icons/shell'
import { useQuery } from '@tanstack/react-query'
import { advertTexts, faceOf, priceText } from '../../shared/money/adverts/index.ts'
import { queryFor } from '../../shared/api/index.ts'
import { AskSupportButton, namesSupport } from '../../shared/page/ask-support/index.ts'
import { formatDateTime, useTexts } from '../../shared/i18n/index.ts'
import { Loaded, navigation, PageScreen, PageState } from '../../shared/page/index.ts'
import { InfoSkeleton } from './info-skeleton.tsx'
import styles from './invest.module.css'

/** Others sell into it as well. */
const refetchInterval = 5_000

/** An advert of the trading floor: the merchant and the price, the remaining quantity, and how a sale works. */
export function AdvertInfo({ id }: { readonly id: string }) {
  const { t } = useTexts()
  const advert = useQuery({ ...queryFor(floorAdvert, { id }), refetchInterval, refetchIntervalInBackground: false })
  const refused = advert.data === undefined ? advert.error?.failure : undefined
  if (refused?.error === 'unknown-advert' || refused?.error === 'application-not-approved') {
    return (
      <PageState>
        <StatePanel
          icon={<HandshakeIcon size={28} />}
          title={`${refused.msg}.`}
          text={t('invest.advert.unknown.text')}
          actions={
            <>
              <Button onClick={() => navigation.switchTab('floor')}>{t('invest.advert.unknown.action')}</Button>
              {namesSupport(refused.error) ? <AskSupportButton tone="bare" /> : null}
            </>
          }
        />
      </PageState>
    )
  }
  return (
    <Loaded queries={{ advert }} failed={t('invest.failed')} skeleton={<InfoSkeleton />}>
      {(read) => <Advert {...read.advert} />}
    </Loaded>
  )
}

interface AdvertProps {
  readonly advert: AdvertView
  readonly referencePrice: string | null
}

function Advert({ advert, referencePrice }: AdvertProps) {
  const { t } = useTexts()
  const { id, desk } = advert
  const face = faceOf(advert)
  const canSell = face === 'open' || face === 'low'
  return (
    <PageScreen
      title={t('invest.about', { name: desk.name })}
      dock={
        <Button disabled={!canSell} onClick={() => navigation.navigate('floor', { advert: id })}>
          {t(canSell ? 'invest.advert.sell' : face === 'closed' ? 'invest.advert.closed' : 'invest.advert.empty')}
        </Button>
      }
    >
      <div className={styles.page}>
        <Card>
          <AdvertFacts advert={advert} referencePrice={referencePrice} />
        </Card>
        <p className={styles.small}>{t('invest.advert.rules')}</p>
      </div>
    </PageScreen>
  )
}

function AdvertFacts({ advert, referencePrice }: AdvertProps) {
  const texts = useTexts()
  const { t, locale } = texts
  const { price, difference, left, limits, confirms } = advertTexts(texts, advert, referencePrice)
  const facts: Fact[] = [
    { name: t('invest.advert.buyer'), value: t(`invest.advert.kind.${advert.desk.kind}`) },
    { name: t('invest.advert.price'), value: `${price}\u00A0USD`, isMain: true },
    ...(referencePrice === null
      ? []
      : [{ name: t('invest.advert.reference'), value: `${priceText(locale, referencePrice)}\u00A0USD` }]),
    ...(difference === null ? [] : [{ name: t('invest.advert.difference'), value: difference }]),
    { name: t('invest.advert.left'), value: left },
    { name: t('invest.advert.limits'), value: limits },
    { name: t('invest.advert.confirms'), value: confirms },
    { name: t('invest.advert.fee'), value: t('invest.advert.fee.none') },
    { name: t('invest.advert.published'), value: formatDateTime(locale, advert.publishedMs) },
  ]
  return <FactList facts={facts} />
}
