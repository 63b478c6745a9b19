import type { ReactNode } from 'react'
import type { UserView } from '@candor/api'
import { PageState } from '../../page/index.ts'
import { UnverifiedState } from './unverified-state.tsx'

export interface WhenVerifiedProps {
  readonly user: Pick<UserView, 'kycState'>
  /** What needs it: "You need a verified identity to withdraw." */
  readonly purpose: string
  readonly children: ReactNode
}

/** The content of a page for verified customers; for others, what a verification takes and the way there. */
export function WhenVerified({ user: { kycState }, purpose, children }: WhenVerifiedProps) {
  if (kycState === 'verified') return children
  return (
    <PageState>
      <UnverifiedState kycState={kycState} purpose={purpose} />
    </PageState>
  )
}
