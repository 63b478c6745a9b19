import type { WithdrawalDetailView } from '@candor/api'
import { Card, FactList } from '@candor/ui'
import type { Fact } from '@candor/ui'
import { destinationNumber, destinationTitle } from '../../shared/money/destination/index.ts'
import { formatDateTime, useTexts } from '../../shared/i18n/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { CopiedCode } from '../../shared/page/records/index.ts'

/** A withdrawal's details, and the numbers to quote to a bank or to customer service. */
export function WithdrawalFacts({ withdrawal }: { readonly withdrawal: WithdrawalDetailView }) {
  const texts = useTexts()
  const { t, locale } = texts
  const ownMoney = useOwnMoney()
  const { id, amount, fee, arrival, asset, destination, createdMs, reference } = withdrawal
  const facts: Fact[] = [
    { name: t('withdrawal.fact.amount'), value: ownMoney(amount, asset) },
    { name: t('withdrawal.fee'), value: ownMoney(fee, asset) },
    { name: t('withdrawal.arrives'), value: ownMoney(arrival, asset) },
    { name: destinationTitle(texts, destination), value: destinationNumber(destination), isMono: true },
    { name: t('withdrawal.fact.requested'), value: formatDateTime(locale, createdMs) },
    {
      name: t('withdrawal.fact.number'),
      value: <CopiedCode text={id} label={t('withdrawal.copy.number')} />,
      isMono: true,
    },
  ]
  if (reference !== null) {
    facts.push({
      name: t('withdrawal.fact.reference'),
      value: <CopiedCode text={reference} label={t('withdrawal.copy.reference')} />,
      isMono: true,
    })
  }
  return (
    <Card>
      <FactList facts={facts} />
    </Card>
  )
}
