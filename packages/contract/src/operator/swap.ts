import * as z from 'zod/mini'
import { decimalText, noInput } from '../fields.ts'
import { operatorOperation } from './operator-operation.ts'

export const operatorSwapBid = operatorOperation({
  path: 'operator/swap_bid',
  summary: 'What a swap pays for one USDT now, in USD: nobody who pays by himself may pay more. Null while there is no current price.',
  roles: ['desk', 'lead', 'risk', 'auditor'],
  input: noInput,
  output: z.object({ bid: z.nullable(decimalText) }),
  refusals: [],
})
