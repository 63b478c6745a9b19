import type { ReactNode } from 'react'
import { Button } from '@candor/ui'
import { ArrowDownIcon, ArrowUpIcon } from '@candor/ui/icons/account'
import { navigation } from './app-navigation.ts'

/** The buttons beside balances: money in, money out. */
export function MoneyWays({ into, out }: { readonly into: string; readonly out: string }) {
  return (
    <>
      <Way to="recharge" icon={<ArrowDownIcon size={18} />} label={into} />
      <Way to="withdrawal" icon={<ArrowUpIcon size={18} />} label={out} />
    </>
  )
}

interface WayProps {
  readonly to: 'recharge' | 'withdrawal'
  readonly icon: ReactNode
  readonly label: string
}

function Way({ to, icon, label }: WayProps) {
  return (
    <Button tone="quiet" size="medium" icon={icon} onClick={() => navigation.navigate(to)}>
      {label}
    </Button>
  )
}
