import { CallFailed, fileUrl } from '../../api/index.ts'
import { currentTexts } from '../../i18n/index.ts'

const timeoutMs = 15_000

/** Reads a public file of the log. Throws CallFailed as a call of the API does: without a network, `network`. */
export async function readLogFile(path: string): Promise<Uint8Array> {
  const { t } = currentTexts()
  const response = await fetch(fileUrl(path), { signal: AbortSignal.timeout(timeoutMs) }).catch(() => null)
  const failure = { ok: false, fields: {}, data: null, reference: undefined } as const
  if (response === null) throw new CallFailed({ ...failure, error: 'network', msg: t('shared.failure.network') })
  if (!response.ok) throw new CallFailed({ ...failure, error: 'unknown', msg: t('shared.failure.unknown') })
  return new Uint8Array(await response.arrayBuffer())
}
