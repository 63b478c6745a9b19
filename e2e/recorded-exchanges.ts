import { krakenTicker, openFakeSource } from '../apps/server/src/modules/quote-feeds/testing/fake-source.ts'
import type { FakeSource } from '../apps/server/src/modules/quote-feeds/testing/fake-source.ts'
import { readRecordedFrames, recordedQuote } from '../apps/server/src/modules/quote-feeds/testing/recorded-frames.ts'

/** The instrument that both exchanges quote. */
export const recordedSymbol = 'BTCUSDT'

/**
 * Replays the recorded Binance frames in a loop at their own pace: unchanged to Binance's clients, in Kraken's shape to
 * Kraken's.
 */
export class RecordedExchanges {
  readonly #frames = readRecordedFrames('binance-spot-combined__20240808.ndjson.gz')
  #index = 0
  #startMs = 0
  #round = 0
  #timer: NodeJS.Timeout | undefined
  #sources: { kraken: FakeSource; binance: FakeSource } | null = null
  ports: { kraken: number; binance: number } | null = null

  async open(): Promise<void> {
    const { kraken = 0, binance = 0 } = this.ports ?? {}
    this.#sources = { kraken: await openFakeSource({ port: kraken }), binance: await openFakeSource({ port: binance }) }
    this.ports = { kraken: this.#sources.kraken.port, binance: this.#sources.binance.port }
    this.#begin()
    this.#timer = setInterval(() => this.#say(), 20)
  }

  /** Like a killed process: every connection ends at once, and none can be opened. */
  async kill(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all([this.#sources?.kraken.close(), this.#sources?.binance.close()])
    this.#sources = null
  }

  #begin(): void {
    this.#index = 0
    this.#startMs = Date.now()
    this.#round += 1
  }

  #say(): void {
    const firstMs = this.#frames[0]?.timeMs ?? 0
    const untilMs = firstMs + Date.now() - this.#startMs
    for (
      let frame = this.#frames[this.#index];
      frame !== undefined && frame.timeMs <= untilMs;
      frame = this.#frames[this.#index]
    ) {
      this.#index += 1
      // Numbers rise on from round to round, as the exchange's do.
      this.#sources?.binance.say(
        frame.text.replace(/"u":(\d+)/, (_, id: string) => `"u":${Number(id) + this.#round * 1e9}`),
      )
      const quote = recordedQuote(frame.text, recordedSymbol)
      if (quote !== null) this.#sources?.kraken.say(krakenTicker('BTC/USDT', quote))
    }
    if (this.#index >= this.#frames.length) this.#begin()
  }
}
