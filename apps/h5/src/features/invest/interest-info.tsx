import { interestProducts } from '@candor/api'
import type { InterestProductView } from '@candor/api'
import { Button, Card, FactList } from '@candor/ui'
import { PercentIcon } from '@candor/ui/icons/account'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { decimalsOf, formatMoney, formatPrice, useTexts } from '../../shared/i18n/index.ts'
import { InterestWarning, RateValue, termMoment, termText } from '../../shared/money/interest-terms/index.ts'
import { emptyPageOf, Loaded, navigation, PageScreen, pathOf } from '../../shared/page/index.ts'
import { useServerNow } from '../../shared/api/realtime/index.ts'
import { InfoSkeleton } from './info-skeleton.tsx'
import { interestExample } from './invest-model.ts'
import styles from './invest.module.css'

/** An interest product: its rate, its repayment, and its coverage. */
export function InterestInfo({ id, from }: { readonly id: string; readonly from: string | undefined }) {
  const { t } = useTexts()
  const products = useQuery(queryFor(interestProducts, {}))
  return (
    <Loaded queries={{ products }} failed={t('invest.failed')} skeleton={<InfoSkeleton />}>
      {(read) => {
        const product = read.products.items.find((item) => item.id === id)
        return product === undefined ? <UnknownProduct /> : <Product product={product} from={from} />
      }}
    </Loaded>
  )
}

const UnknownProduct = emptyPageOf(
  PercentIcon,
  ['invest.interest.unknown.title', 'invest.interest.unknown.text', 'invest.interest.unknown.action'],
  () => navigation.navigate('interest'),
)

function Product({ product, from }: { readonly product: InterestProductView; readonly from: string | undefined }) {
  const texts = useTexts()
  const { t } = texts
  const { id, asset, durationMs, isOpen } = product
  const term = termText(texts, durationMs)
  const putIn = () => {
    // When opened from there, the wallet with its entered values is the previous entry: go back.
    if (from === pathOf('interest')) navigation.returnTo(from)
    else navigation.navigate('interest', { product: id })
  }
  return (
    <PageScreen
      title={t('invest.about', { name: t('invest.interest.name', { asset, term }) })}
      dock={
        <Button disabled={!isOpen} onClick={putIn}>
          {t(isOpen ? 'invest.interest.putIn' : 'invest.interest.closed', { asset })}
        </Button>
      }
    >
      <div className={styles.page}>
        <Card>
          <ProductFacts product={product} />
        </Card>
        <InterestWarning />
      </div>
    </PageScreen>
  )
}

/** The terms. The expiry is counted from now on, as it would be when money is put in. */
function ProductFacts({ product }: { readonly product: InterestProductView }) {
  const texts = useTexts()
  const { t, locale } = texts
  const nowMs = useServerNow(1_000)
  const { asset, durationMs, dailyRatePpm, min, max, coverageLeft } = product
  const example = interestExample(product)
  const money = (amount: string) => formatMoney(locale, amount, asset)
  // Interest has all its decimals, which may begin behind the cents.
  const interest = `+${formatPrice(locale, example.interest, Math.max(2, decimalsOf(example.interest)))}\u00A0${asset}`
  return (
    <FactList
      facts={[
        { name: t('invest.interest.asset'), value: asset },
        { name: t('invest.interest.term'), value: termText(texts, durationMs) },
        { name: t('invest.interest.rate'), value: <RateValue dailyRatePpm={dailyRatePpm} /> },
        { name: t('invest.interest.kind'), value: t('invest.interest.kind.value') },
        { name: t('invest.interest.example', { amount: money(example.amount) }), value: interest, isMain: true },
        { name: t('invest.interest.min'), value: money(min) },
        { name: t('invest.interest.max'), value: money(max) },
        { name: t('invest.interest.paidBack'), value: termMoment(texts, nowMs + durationMs, { durationMs, nowMs }) },
        { name: t('invest.interest.early'), value: t('invest.interest.early.value') },
        { name: t('invest.interest.coverage'), value: money(coverageLeft) },
      ]}
    />
  )
}
