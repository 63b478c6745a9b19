import type {
  DeskCase,
  OperatorInputOf,
  OperatorOutputOf,
  OperatorRefusalOf,
  SaleCase,
  operatorAdvertClose,
  operatorAdvertOpen,
  operatorAdvertPublish,
  operatorAdverts,
  operatorDeskAdd,
  operatorDeskApprove,
  operatorDeskMoney,
  operatorSaleConfirm,
  operatorSaleDetail,
  operatorSaleQueue,
} from '@candor/contract/operator'
import type { OperatorOperation } from '@candor/contract/operator'
import type { OperatorPrincipal } from '../../platform/operator-principal.ts'
import { refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'

/** The operator who asks, with the secret of the session that the ledger verifies again. */
export type Dealer = OperatorPrincipal & { readonly secret: string }

type Answered<O extends OperatorOperation> = Promise<Result<OperatorOutputOf<O>, OperatorRefusalOf<O>>>

/** What operators do on the trading floor. Each act is one function of the ledger; its errors CO001 to CO004 are thrown. */
export interface DeskService {
  desks(dealer: Dealer): Promise<DeskCase[]>
  money(deskId: bigint): Answered<typeof operatorDeskMoney>
  add(dealer: Dealer, form: OperatorInputOf<typeof operatorDeskAdd>): Answered<typeof operatorDeskAdd>
  approve(dealer: Dealer, deskId: bigint): Answered<typeof operatorDeskApprove>
  adverts(wanted: OperatorInputOf<typeof operatorAdverts>): Promise<OperatorOutputOf<typeof operatorAdverts>>
  publish(secret: string, form: OperatorInputOf<typeof operatorAdvertPublish>): Answered<typeof operatorAdvertPublish>
  close(secret: string, advertId: bigint): Answered<typeof operatorAdvertClose>
  open(secret: string, advertId: bigint): Answered<typeof operatorAdvertOpen>
  queue(dealer: Dealer, wanted: OperatorInputOf<typeof operatorSaleQueue>): Promise<SaleCase[]>
  sale(dealer: Dealer, saleId: bigint): Answered<typeof operatorSaleDetail>
  confirm(secret: string, saleId: bigint): Answered<typeof operatorSaleConfirm>
}

/** Operators without a desk. */
export function createDeskService(): DeskService {
  const nowhere = async () => refuse('not-found')
  return {
    desks: async () => [],
    money: nowhere,
    add: nowhere,
    approve: nowhere,
    adverts: async () => ({ items: [], nextCursor: null }),
    publish: nowhere,
    close: nowhere,
    open: nowhere,
    queue: async () => [],
    sale: nowhere,
    confirm: nowhere,
  }
}
