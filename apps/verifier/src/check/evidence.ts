import { toBase64 } from '@candor/proof'
import type { StepName, Verdict } from '@candor/proof/receipt'
import type { KeysInput, ReceiptInput } from './read-input.ts'

/** Everything that a stranger needs to repeat a check, as JSON: the receipt's bytes, the keys, the verdict. */
export function evidenceText(
  receipt: ReceiptInput,
  verdict: Verdict<StepName>,
  { keys, nowMs }: { readonly keys: KeysInput | null; readonly nowMs: number },
): string {
  const trusted = keys?.trusted
  const evidence = {
    format: 'candor-verification/1',
    verifiedAt: new Date(nowMs).toISOString(),
    file: { name: receipt.name, sha256: receipt.hash, base64: toBase64(receipt.bytes) },
    keys: {
      sha256: keys?.hash ?? null,
      ticks: trusted?.ticks ?? [],
      events: trusted?.events ?? [],
      acceptance: trusted?.acceptance ?? [],
      firstSlots: trusted?.firstSlots ?? {},
      witnesses: trusted?.policy?.witnesses.map(({ name, key }) => `${name} ${key.name}`) ?? [],
    },
    ...verdict,
  }
  return `${JSON.stringify(evidence, null, 2)}\n`
}
