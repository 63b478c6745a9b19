import type { ComponentType } from 'react'
import type { Icon } from '@candor/ui'
import { ArrowDownIcon, ArrowUpIcon, HeadsetIcon, MegaphoneSimpleIcon } from '@candor/ui/icons/account'
import { ListMagnifyingGlassIcon, TrayIcon, UsersIcon, UsersThreeIcon } from '@candor/ui/icons/console'
import { TreeStructureIcon } from '@candor/ui/icons/proof'
import { ChartLineIcon, HandshakeIcon, HouseIcon } from '@candor/ui/icons/shell'
import { AnnouncementsPage, useAnnouncementCount } from '../features/announcements/index.ts'
import { AuditPage } from '../features/audit/index.ts'
import { CellsPage } from '../features/cells/index.ts'
import { CustomersPage } from '../features/customers/index.ts'
import { FloorPage, useSaleCount } from '../features/floor/index.ts'
import { OverviewPage } from '../features/overview/index.ts'
import { DepositsPage, useDepositCount } from '../features/recharges/index.ts'
import { ReviewsPage, useReviewCount } from '../features/reviews/index.ts'
import { SupportPage, useSupportCount } from '../features/support/index.ts'
import { TeamPage } from '../features/team/index.ts'
import { useWithdrawalCount, WithdrawalsPage } from '../features/withdrawals/index.ts'
import { RiskPage, useRiskCount } from '../features/risk/index.ts'
import type { MessageKey } from '../shared/i18n/index.ts'
import type { Screen } from '../shared/navigation/index.ts'

interface ConsolePage {
  readonly component: ComponentType
  readonly icon: Icon
  readonly label: MessageKey
  /** A hook: the number of waiting cases, null when there are none or the operator may not see them. */
  readonly useCount: () => number | null
}

const useNoCount = () => null

/** The screens in the order of the sidebar. */
export const pages: Readonly<Record<Screen, ConsolePage>> = {
  overview: { component: OverviewPage, icon: HouseIcon, label: 'app.nav.overview', useCount: useNoCount },
  reviews: { component: ReviewsPage, icon: TrayIcon, label: 'app.nav.reviews', useCount: useReviewCount },
  withdrawals: {
    component: WithdrawalsPage,
    icon: ArrowUpIcon,
    label: 'app.nav.withdrawals',
    useCount: useWithdrawalCount,
  },
  recharges: { component: DepositsPage, icon: ArrowDownIcon, label: 'app.nav.recharges', useCount: useDepositCount },
  floor: { component: FloorPage, icon: HandshakeIcon, label: 'app.nav.floor', useCount: useSaleCount },
  customers: { component: CustomersPage, icon: UsersIcon, label: 'app.nav.customers', useCount: useNoCount },
  risk: { component: RiskPage, icon: ChartLineIcon, label: 'app.nav.risk', useCount: useRiskCount },
  cells: { component: CellsPage, icon: TreeStructureIcon, label: 'app.nav.cells', useCount: useNoCount },
  support: { component: SupportPage, icon: HeadsetIcon, label: 'app.nav.support', useCount: useSupportCount },
  messages: {
    component: AnnouncementsPage,
    icon: MegaphoneSimpleIcon,
    label: 'app.nav.messages',
    useCount: useAnnouncementCount,
  },
  team: { component: TeamPage, icon: UsersThreeIcon, label: 'app.nav.team', useCount: useNoCount },
  audit: { component: AuditPage, icon: ListMagnifyingGlassIcon, label: 'app.nav.audit', useCount: useNoCount },
}
