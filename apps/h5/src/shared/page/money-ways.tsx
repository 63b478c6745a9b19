import { Button } from '@candor/ui'
import { ArrowDownIcon, ArrowUpIcon } from '@candor/ui/icons/account'
import { navigation } from './app-navigation.ts'

/** The buttons beside balances: money in, money out. */
export function MoneyWays({ into, out }: { readonly into: string; readonly out: string }) {
  return (
    <>
      <Button
        tone="quiet"
        size="medium"
        icon={<ArrowDownIcon size={18} />}
        onClick={() => navigation.navigate('recharge')}
      >
        {into}
      </Button>
      <Button
        tone="quiet"
        size="medium"
        icon={<ArrowUpIcon size={18} />}
        onClick={() => navigation.navigate('withdrawal')}
      >
        {out}
      </Button>
    </>
  )
}
