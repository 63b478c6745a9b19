import { CallFailed } from '@candor/client'
import { currentTexts } from '../i18n/index.ts'

const timeoutMs = 15_000

const failure = { ok: false, fields: {}, data: null, reference: undefined } as const

/** Reads a file below `/log/`, which this page's server serves. Throws CallFailed. */
export async function readLogFile(path: string): Promise<Uint8Array> {
  const bytes = await findLogFile(path)
  if (bytes === null) throw new CallFailed({ ...failure, error: 'unknown', msg: currentTexts().t('shared.error.text') })
  return bytes
}

/** The same; null where there is no such file. */
export async function findLogFile(path: string): Promise<Uint8Array | null> {
  const { t } = currentTexts()
  // An intermediate cache must not make the newest checkpoint look older than the last one.
  const response = await fetch(path, { signal: AbortSignal.timeout(timeoutMs), cache: 'no-store' }).catch(() => null)
  if (response === null) throw new CallFailed({ ...failure, error: 'network', msg: t('shared.error.network') })
  if (response.status === 404) return null
  if (!response.ok) throw new CallFailed({ ...failure, error: 'unknown', msg: t('shared.error.text') })
  return new Uint8Array(await response.arrayBuffer())
}
