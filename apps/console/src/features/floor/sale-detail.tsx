import type { SaleCase } from '@candor/api/operator'
import { Tag } from '@candor/ui'
import { HandshakeIcon } from '@candor/ui/icons/shell'
import { CaseHead, ClaimBar, customerFact, Facts, History } from '../../shared/case/index.ts'
import { money, t, utcDateTime } from '../../shared/i18n/index.ts'
import { priceText } from './price-labels.ts'

/** One sale: quantity, total, merchant, customer, and deadline. */
export function SaleDetail({ sale }: { readonly sale: SaleCase }) {
  const { id, account, createdMs, lapsesMs, quantity, unitPrice, total, desk: merchant, advertId, state } = sale
  return (
    <>
      <CaseHead
        title={money(quantity, 'USDT')}
        icon={<HandshakeIcon size={20} />}
        detail={t('floor.head', { id, account, time: utcDateTime(createdMs) })}
        aside={<Tag>{t(`floor.state.${state}`)}</Tag>}
      />
      {state === 'in-progress' ? <ClaimBar subject={sale.subject} /> : null}
      <Facts
        facts={[
          { name: t('floor.gives'), value: money(quantity, 'USDT') },
          { name: t('floor.price'), value: t('floor.price.value', { price: priceText(unitPrice) }) },
          { name: t('floor.gets'), value: money(total, 'USD') },
          customerFact(sale),
          { name: t('floor.advert'), value: advertId },
          {
            name: t('floor.desk'),
            value: t('floor.desk.value', { name: merchant.name, kind: t(`floor.kind.${merchant.kind}`) }),
          },
          ...(lapsesMs === null
            ? []
            : [{ name: t('floor.lapses'), value: utcDateTime(lapsesMs, { hasSeconds: true }) }]),
        ]}
      />
      <History title={t('shared.case.history')} entries={historyOf(sale)} />
    </>
  )
}

function historyOf({ createdMs, endedMs, state, confirmedBy }: SaleCase) {
  const asked = { atMs: createdMs, text: t('floor.history.asked'), who: t('shared.who.customer') }
  if (endedMs === null) return [asked]
  return [{ atMs: endedMs, text: t(`floor.history.${state}`), who: confirmedBy?.name ?? t('shared.who.system') }, asked]
}
