import { operatorSettingEffect } from '@candor/api/operator'
import type { SettingProposalView } from '@candor/api/operator'
import { Note } from '@candor/ui'
import { formatCount } from '@candor/ui/format'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { locale, money, t } from '../../shared/i18n/index.ts'

/** What a proposed value would have changed in the last 30 days. Nothing where no record shows it. */
export function SettingEffect({ proposal: { id, name, unit } }: { readonly proposal: SettingProposalView }) {
  const found = useQuery({ ...queryFor(operatorSettingEffect, { id }), staleTime: 60_000 }).data
  if (found === undefined || found.effect === null) return null
  const { measure, cases, former, wanted } = found.effect
  if (measure === 'fees')
    return (
      <Note>
        {t('risk.settings.effect.fees', {
          count: cases,
          former: money(former, unit === 'USD' || unit === 'USDT' ? unit : undefined),
          wanted: money(wanted, unit === 'USD' || unit === 'USDT' ? unit : undefined),
        })}
      </Note>
    )
  const values = {
    count: cases,
    former: formatCount(locale, Number(former)),
    wanted: formatCount(locale, Number(wanted)),
  }
  if (measure === 'two-people' || measure === 'refused')
    return (
      <Note>
        {t(`risk.settings.effect.${measure}`, {
          ...values,
          cases: t(
            name.startsWith('recharge') ? 'risk.settings.effect.recharges' : 'risk.settings.effect.withdrawals',
            {
              count: cases,
            },
          ),
        })}
      </Note>
    )
  return <Note>{t(`risk.settings.effect.${measure}`, values)}</Note>
}
