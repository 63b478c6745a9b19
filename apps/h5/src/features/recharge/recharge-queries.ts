import { rechargeAddress, rechargeDetail, rechargeList, rechargeMethods, rechargeTransfers } from '@candor/api'
import type { RechargeChainView } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { useRecord, useWholeList } from '../../shared/page/records/index.ts'
import { refreshMs } from './recharge-state-model.ts'

/** USD rates change: they are refetched at this interval. */
const ratesFreshMs = 30_000

/** Chains, currencies and the rates of one USDT. */
export function useRechargeMethods() {
  return useQuery({ ...queryFor(rechargeMethods, {}), refetchInterval: ratesFreshMs })
}

/** The own address on a chain: the same every time. */
export function useRechargeAddress(chain: RechargeChainView['chain']) {
  return useQuery({ ...queryFor(rechargeAddress, { chain }), staleTime: Number.POSITIVE_INFINITY })
}

/** The recharges of the customer, newest first. */
export function useRecharges() {
  return useWholeList(rechargeList)
}

/** Transfers received at the customer's addresses, credited or not, newest first. */
export function useTransfers() {
  return useWholeList(rechargeTransfers)
}

/** One deposit. The socket reports its decision; polling counts the confirmations. */
export function useRecharge(id: string) {
  return useRecord(rechargeDetail, id, ({ state }) => refreshMs(state))
}
