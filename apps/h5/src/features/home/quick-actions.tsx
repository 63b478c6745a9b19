import type { Icon } from '@candor/ui'
import { ArrowDownIcon, ArrowUpIcon, ArrowsLeftRightIcon, PercentIcon } from '@candor/ui/icons/account'
import { StarIcon } from '@candor/ui/icons/shell'
import { ReceiptIcon } from '@candor/ui/icons/ticket'
import { CandlestickIcon } from '@candor/ui/icons/candlestick'
import { MagnifyingGlassIcon } from '@candor/ui/icons/trade'
import { useRecentInstruments } from '../../shared/instrument/favourites/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { hrefOf } from '../../shared/page/index.ts'
import styles from './quick-actions.module.css'

export interface QuickActionsProps {
  /** The instrument to trade when none was traded on this device. */
  readonly fallbackSymbol: string | null
  /** Customers get money actions; visitors, whose primary action is to register, get browsing actions. */
  readonly isCustomer: boolean
}

/**
 * The frequent actions: deposit, withdraw, swap, and interest; for visitors the last instrument, orders, favourites and
 * the search.
 */
export function QuickActions({ fallbackSymbol, isCustomer }: QuickActionsProps) {
  const { t } = useTexts()
  const [lastSymbol] = useRecentInstruments()
  const symbol = lastSymbol ?? fallbackSymbol
  return (
    <nav className={styles.actions} aria-label={t('home.actions')} data-primary={isCustomer}>
      {isCustomer ? (
        <>
          <Action href={hrefOf('recharge')} label={t('home.action.recharge')} Sign={ArrowDownIcon} />
          <Action href={hrefOf('withdrawal')} label={t('home.action.withdraw')} Sign={ArrowUpIcon} />
          <Action href={hrefOf('swap')} label={t('home.action.swap')} Sign={ArrowsLeftRightIcon} />
          <Action href={hrefOf('interest')} label={t('home.action.interest')} Sign={PercentIcon} />
        </>
      ) : (
        <>
          <Action
            href={symbol === null ? hrefOf('market') : hrefOf('contract', { symbol })}
            label={t('home.action.trade')}
            Sign={CandlestickIcon}
          />
          <Action href={hrefOf('contractOrders')} label={t('home.action.orders')} Sign={ReceiptIcon} />
          <Action href={hrefOf('market', { list: 'favourites' })} label={t('home.action.favourites')} Sign={StarIcon} />
          <Action
            href={hrefOf('market', { list: 'search' })}
            label={t('home.action.search')}
            Sign={MagnifyingGlassIcon}
          />
        </>
      )}
    </nav>
  )
}

function Action({ href, label, Sign }: { readonly href: string; readonly label: string; readonly Sign: Icon }) {
  return (
    <a className={styles.action} href={href}>
      <span className={styles.sign}>
        <Sign />
      </span>
      <span className={styles.label}>{label}</span>
    </a>
  )
}
