import { walletStatementCsv } from '@candor/api'
import { describe, expect, it, vi } from 'vitest'
import { createDownload } from './download.ts'
import { playedOptions } from './testing/played-options.ts'

const csv = { headers: { 'content-type': 'text/csv; charset=utf-8' } }

/** A body of these parts, which ends, or breaks off. */
function bodyOf(parts: readonly string[], isCut = false): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
    },
    pull: (controller) => (isCut ? controller.error(new TypeError('cut')) : controller.close()),
  })
}

/** Downloads a given server response. */
async function downloaded(
  response: Response,
  { signal = new AbortController().signal, onProgress = (_bytes: number) => {} } = {},
) {
  const onNetworkFailure = vi.fn<() => void>()
  const download = createDownload({
    ...playedOptions,
    fetch: () => Promise.resolve(response),
    onNetworkFailure,
  })
  const result = await download(walletStatementCsv, {}, { onProgress, signal })
  return { result, lost: onNetworkFailure.mock.calls.length }
}

describe('a download', () => {
  it('hands on the whole file and tells how much of it has come', async () => {
    const told: number[] = []
    const { result } = await downloaded(new Response(bodyOf(['account\r\n', 'end,0\r\n']), csv), {
      onProgress: (bytes) => told.push(bytes),
    })
    expect(result.ok && (await result.value.text())).toBe('account\r\nend,0\r\n')
    expect(told).toEqual([9, 16])
  })

  it('that is cut off on its way is a failure of the network', async () => {
    const { result, lost } = await downloaded(new Response(bodyOf(['account\r\n'], true), csv))
    expect(result).toMatchObject({ ok: false, error: 'network' })
    expect(lost).toBe(1)
  })

  it('tells a refusal by its name', async () => {
    const refused = Response.json({ code: 0, msg: 'Frequent operations', error: 'frequent-operations', data: null })
    expect((await downloaded(refused)).result).toMatchObject({
      ok: false,
      error: 'frequent-operations',
      msg: 'Frequent operations',
    })
  })

  it('that the customer gave up is no news of the network', async () => {
    const { result, lost } = await downloaded(new Response(bodyOf([], true), csv), { signal: AbortSignal.abort() })
    expect(result.ok).toBe(false)
    expect(lost).toBe(0)
  })
})
