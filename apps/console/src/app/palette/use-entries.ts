import { useDeferredValue } from 'react'
import {
  operatorCustomers,
  operatorDepositQueue,
  operatorKycQueue,
  operatorMarketHalt,
  operatorTeamDisable,
  operatorWithdrawalQueue,
} from '@candor/api/operator'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { money, t } from '../../shared/i18n/index.ts'
import type { Screen } from '../../shared/navigation/index.ts'
import { useMay } from '../../shared/operator/index.ts'
import { keysOf } from '../go-keys.ts'
import { pages } from '../pages.ts'
import { useScreens } from '../use-screens.ts'
import type { PaletteEntry } from './palette-model.ts'

/** A customer is searched for from so many letters or digits on: every search costs the server a query. */
const shortestSearch = 3

/** Everything that the palette can open, for what this operator may see. */
export function useEntries(search: string): readonly PaletteEntry[] {
  return [...useCases(), ...useCustomers(search), ...screenEntries(useScreens()), ...useActs()]
}

/** The queues as their screens last read them. */
function useCases(): readonly PaletteEntry[] {
  const wanted = { limit: 100 }
  const mayPay = useMay(operatorWithdrawalQueue.access) === true
  const mayCredit = useMay(operatorDepositQueue.access) === true
  const mayReview = useMay(operatorKycQueue.access) === true
  const withdrawals = useQuery({ ...queryFor(operatorWithdrawalQueue, wanted), enabled: mayPay })
  const deposits = useQuery({ ...queryFor(operatorDepositQueue, wanted), enabled: mayCredit })
  const reviews = useQuery({ ...queryFor(operatorKycQueue, wanted), enabled: mayReview })
  return [
    ...(withdrawals.data?.items ?? []).map(({ id, account, amount, asset, subject, step }) => ({
      key: subject,
      group: 'cases' as const,
      title: `${t('app.palette.withdrawal', { id })} · ${money(amount, asset)}`,
      aside: t(`withdrawals.step.${step}`),
      screen: 'withdrawals' as const,
      id,
      words: [account],
    })),
    ...(deposits.data?.items ?? []).map(({ id, account, quantity, subject, chain, txid }) => ({
      key: subject,
      group: 'cases' as const,
      title: `${t('app.palette.recharge', { id })} · ${money(quantity, 'USDT')}`,
      aside: chain,
      screen: 'recharges' as const,
      id,
      words: [account, txid ?? ''],
    })),
    ...(reviews.data?.items ?? []).map(({ id, account, name, subject, stage }) => ({
      key: subject,
      group: 'cases' as const,
      title: `${t('app.palette.review', { id })} · ${name ?? t('shared.case.account', { account })}`,
      aside: t(`reviews.stage.${stage}`),
      screen: 'reviews' as const,
      id,
      words: [account],
    })),
  ]
}

function useCustomers(search: string): readonly PaletteEntry[] {
  const may = useMay(operatorCustomers.access) === true
  const text = useDeferredValue(search.trim())
  const { data } = useQuery({ ...queryFor(operatorCustomers, { text }), enabled: may && text.length >= shortestSearch })
  return (data?.items ?? []).map(({ id, publicId, email, mobile, kycState }) => ({
    key: `customer:${id}`,
    group: 'customers',
    title: [t('customers.account', { account: publicId }), email ?? mobile ?? ''].filter(Boolean).join(' · '),
    aside: t(`customers.kyc.${kycState}`),
    screen: 'customers',
    id,
    // The server has found it by this text.
    words: [text],
  }))
}

function screenEntries(screens: readonly Screen[]): readonly PaletteEntry[] {
  return screens.map((screen) => ({
    key: screen,
    group: 'screens',
    title: t(pages[screen].label),
    aside: keysOf(screen),
    screen,
  }))
}

function useActs(): readonly PaletteEntry[] {
  const mayHalt = useMay(operatorMarketHalt.access) === true
  const mayDisable = useMay(operatorTeamDisable.access) === true
  return [
    ...(mayHalt
      ? [
          {
            key: 'halt',
            group: 'acts' as const,
            title: t('app.palette.halt'),
            aside: t('app.palette.halt.aside'),
            screen: 'risk' as const,
          },
        ]
      : []),
    ...(mayDisable
      ? [
          {
            key: 'disable',
            group: 'acts' as const,
            title: t('app.palette.disable'),
            aside: t('app.palette.disable.aside'),
            screen: 'team' as const,
          },
        ]
      : []),
  ]
}
