import { statementGroupOf } from '@candor/api'
import type { InstrumentView, StatementKind, StatementLine } from '@candor/api'
import type { Icon } from '@candor/ui'
import { ArrowDownIcon, ArrowsLeftRightIcon, ArrowUpIcon, PercentIcon } from '@candor/ui/icons/account'
import { UserPlusIcon } from '@candor/ui/icons/invite'
import { HandshakeIcon, ScalesIcon } from '@candor/ui/icons/message'
import { FlaskIcon } from '@candor/ui/icons/shell'
import { ReceiptIcon } from '@candor/ui/icons/ticket'
import type { Texts } from '../../shared/i18n/index.ts'
import { instrumentTitle } from '../../shared/instrument/index.ts'
import { hrefOf } from '../../shared/page/index.ts'

/** A movement's title: the contract, or the kind of movement. */
export function titleOf(texts: Texts, { kind, order }: StatementLine, instruments: readonly InstrumentView[]): string {
  const { t } = texts
  if (order !== null) {
    const instrument = instruments.find(({ symbol }) => symbol === order.symbol)
    return t('statement.contract', {
      name: instrument === undefined ? order.name : instrumentTitle(texts, instrument),
      direction: order.direction,
    })
  }
  return titleOfKind(texts, kind)
}

/** The title of a kind of movement. */
export function titleOfKind({ t }: Texts, kind: StatementKind): string {
  const group = statementGroupOf(kind)
  return group === 'other' ? t(`statement.title.${otherOf(kind)}`) : t(`statement.title.${group}`)
}

/** A movement's effect on the money: "opened", "set aside", "paid out". */
export function happeningOf(
  { t }: Texts,
  { kind, amount, correctionReason }: Pick<StatementLine, 'kind' | 'amount' | 'correctionReason'>,
): string {
  if (kind === 'swap') return t(amount.startsWith('-') ? 'statement.what.swap.out' : 'statement.what.swap.in')
  if (kind === 'correction') return t(`statement.reason.${correctionReason ?? 'other'}`)
  return t(`statement.what.${kind}`)
}

const groupSigns = {
  contracts: ReceiptIcon,
  recharges: ArrowDownIcon,
  withdrawals: ArrowUpIcon,
  swaps: ArrowsLeftRightIcon,
  sales: HandshakeIcon,
  interest: PercentIcon,
} as const
const otherSigns = {
  grant: FlaskIcon,
  correction: ScalesIcon,
  'invite-reward': UserPlusIcon,
  'given-up': ArrowUpIcon,
  'cell-moved': ArrowsLeftRightIcon,
} as const

/** The sign of a movement. */
export function signIconOf(kind: StatementKind): Icon {
  const group = statementGroupOf(kind)
  return group === 'other' ? otherSigns[otherOf(kind)] : groupSigns[group]
}

function otherOf(kind: StatementKind): keyof typeof otherSigns {
  return hasOtherSign(kind) ? kind : 'grant'
}

function hasOtherSign(kind: StatementKind): kind is StatementKind & keyof typeof otherSigns {
  return kind in otherSigns
}

/** The link of a movement: its order, withdrawal or other record. Undefined when there is none. */
export function thingHref({
  orderId,
  withdrawalId,
  rechargeId,
  termId,
  swapId,
  saleId,
}: StatementLine): string | undefined {
  if (orderId !== null) return hrefOf('contractOrders', { id: orderId })
  if (withdrawalId !== null) return hrefOf('withdrawalRecords', { id: withdrawalId })
  if (rechargeId !== null) return hrefOf('rechargeRecords', { id: rechargeId })
  if (termId !== null) return hrefOf('interestOrders', { id: termId })
  if (swapId !== null) return hrefOf('swapRecords', { id: swapId })
  return saleId === null ? undefined : hrefOf('tradeOrders', { id: saleId })
}
