import { langAttribute } from '@candor/api/languages'
import type { Language } from '@candor/api/languages'
import { utf8Bytes } from '@candor/proof'
import { checkReceipt } from './check/check-receipt.ts'
import { evidenceText } from './check/evidence.ts'
import { hasPlatformSignatures } from './check/platform-signatures.ts'
import { maxInputBytes, readInput } from './check/read-input.ts'
import type { Given, KeysInput, ReceiptInput } from './check/read-input.ts'
import { pageOf } from './page.ts'
import type { PageActions, PageState } from './page.ts'
import { languageOfBrowser, textsOf } from './texts/texts.ts'
import { verdictTexts } from './view/verdict-card.ts'

/** The page: holds what was given to it, verifies it, and draws itself. */
export class App {
  readonly #root: HTMLElement
  /** Stays while the rest is drawn again, so that screen readers notice its text. */
  readonly #status: HTMLElement
  readonly #picker: HTMLInputElement
  #texts = textsOf(languageOfBrowser(navigator.languages))
  #state: PageState = {
    keys: null,
    hasPlatform: true,
    isPasting: false,
    notice: null,
    receipt: null,
    outcome: null,
  }

  constructor(parts: { readonly root: HTMLElement; readonly status: HTMLElement; readonly picker: HTMLInputElement }) {
    this.#root = parts.root
    this.#status = parts.status
    this.#picker = parts.picker
  }

  /** Draws the page once it knows the browser: a second drawing would take the focus from a control in use. */
  async start(): Promise<void> {
    this.#update({ hasPlatform: await hasPlatformSignatures() })
  }

  /** Reads files, at most one receipt and any number of files of keys, and verifies the receipt. */
  async takeFiles(files: readonly File[]): Promise<void> {
    const given: Given[] = []
    for (const file of files) {
      const bytes = await file
        .slice(0, maxInputBytes + 1)
        .arrayBuffer()
        .catch(() => null)
      if (bytes === null) return this.#refuse(this.#texts.t('problemUnread', { name: file.name }))
      given.push({ name: file.name, bytes: new Uint8Array(bytes) })
    }
    await this.#take(given)
  }

  /** Reads a pasted text as a file without a name. */
  takeText(text: string): Promise<void> {
    return this.#take([{ name: null, bytes: utf8Bytes(text.trim()) }])
  }

  async #take(given: readonly Given[]): Promise<void> {
    const { t } = this.#texts
    if (given.every(({ bytes }) => bytes.length === 0)) return this.#refuse(t('problemEmpty'))
    const receipts: ReceiptInput[] = []
    let keys: KeysInput | null = this.#state.keys
    for (const input of given.map(readInput)) {
      if (input.kind === 'receipt') receipts.push(input)
      else if (input.kind === 'keys') keys = input
      else {
        const name = input.name ?? t('pasted')
        return this.#refuse(t('problemKeys', { name, reason: input.reason }))
      }
    }
    const [receipt, ...others] = receipts
    if (others.length > 0) return this.#refuse(t('problemMany'))
    this.#update({ keys, notice: null, isPasting: false })
    const judged = receipt ?? this.#state.receipt
    if (judged !== null) await this.#check(judged)
  }

  /**
   * Says why what was given is not verified. The verdict of an earlier receipt goes: it would seem to be of this one.
   */
  #refuse(notice: string): void {
    const isJudged = this.#state.outcome?.kind === 'judged'
    this.#update({ notice, ...(isJudged ? { receipt: null, outcome: null } : {}) })
  }

  async #check(receipt: ReceiptInput): Promise<void> {
    this.#update({ receipt, outcome: null })
    const outcome = await checkReceipt(receipt, this.#state.keys?.trusted ?? null, Date.now())
    if (this.#state.receipt !== receipt) return
    this.#update({ outcome })
    this.#say()
    this.#root.querySelector('h1')?.focus({ preventScroll: true })
  }

  /** Announces the verdict to screen readers. */
  #say(): void {
    const { outcome, receipt } = this.#state
    if (outcome?.kind === 'judged') {
      const { title, text } = verdictTexts(this.#texts, outcome.verdict)
      this.#status.textContent = `${title}. ${text}`
    } else if (outcome !== null)
      this.#status.textContent = this.#texts.t('needKeysSub', { name: receipt?.name ?? this.#texts.t('pasted') })
  }

  #save(): void {
    const { receipt, outcome, keys } = this.#state
    if (receipt === null || outcome?.kind !== 'judged') return
    const text = evidenceText(receipt, outcome.verdict, { keys, nowMs: Date.now() })
    const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
    const link = document.createElement('a')
    link.href = address
    link.download = `candor-evidence-${receipt.hash.slice(0, 8)}.json`
    link.click()
    URL.revokeObjectURL(address)
  }

  #update(change: Partial<PageState>): void {
    this.#state = { ...this.#state, ...change }
    if (change.notice !== undefined) this.#status.textContent = change.notice ?? ''
    this.#draw()
  }

  #draw(): void {
    document.documentElement.lang = langAttribute(this.#texts.language)
    document.title = this.#texts.t('title')
    this.#root.replaceChildren(...pageOf(this.#texts, this.#state, this.#actions()))
  }

  #actions(): PageActions {
    return {
      choose: () => this.#picker.click(),
      paste: (isPasting) => {
        this.#update({ isPasting, notice: null })
        if (isPasting) this.#root.querySelector('textarea')?.focus()
      },
      checkText: (text) => void this.takeText(text),
      again: () => this.#update({ receipt: null, outcome: null, notice: null }),
      save: () => this.#save(),
      speak: (language: Language) => {
        this.#texts = textsOf(language)
        this.#update({ notice: null })
        this.#root.querySelector('select')?.focus()
      },
    }
  }
}
