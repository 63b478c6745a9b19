import type { ComponentType } from 'react'
import type { Icon } from '@candor/ui'
import { TrayIcon, UsersThreeIcon } from '@candor/ui/icons/console'
import { ReviewsPage, useReviewCount } from '../features/reviews/index.ts'
import { TeamPage } from '../features/team/index.ts'
import type { MessageKey } from '../shared/i18n/index.ts'
import type { Screen } from '../shared/navigation/index.ts'

interface ConsolePage {
  readonly component: ComponentType
  readonly icon: Icon
  readonly label: MessageKey
  /** A hook: how many cases wait, null where nothing does or the operator may not see them. */
  readonly useCount: () => number | null
}

const useNoCount = () => null

/** The screens in the order of the sidebar. */
export const pages: Readonly<Record<Screen, ConsolePage>> = {
  reviews: { component: ReviewsPage, icon: TrayIcon, label: 'app.nav.reviews', useCount: useReviewCount },
  team: { component: TeamPage, icon: UsersThreeIcon, label: 'app.nav.team', useCount: useNoCount },
}
