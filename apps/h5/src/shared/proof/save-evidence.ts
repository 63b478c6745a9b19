import type { OrderView } from '@candor/api'
import type { ContractProofView } from './contract-proof-query.ts'
import { evidenceText } from './evidence.ts'
import type { Evidence } from './evidence.ts'
import { acceptanceOf, knownKeys } from './acceptance/index.ts'
import { saveText } from './save-file.ts'

/** Saves what the screen shows of an order together with everything that was signed for it. */
export function saveEvidence(
  order: OrderView,
  { receipt, keyFile }: Pick<ContractProofView, 'receipt' | 'keyFile'>,
  findings: Evidence['findings'],
): void {
  const kept = acceptanceOf(order.id)
  const acceptance = kept === null ? null : { text: kept.text, receivedMs: kept.receivedMs }
  const keys = { shown: keyFile, known: knownKeys.get() }
  saveText(`candor-evidence-${order.id}.json`, evidenceText({ order, acceptance, receipt, keys, findings }, Date.now()))
}
