import { languageName } from '@candor/api/language-names'
import { langAttribute, languages } from '@candor/api/languages'
import type { Language } from '@candor/api/languages'
import { findingOf } from './check/check-receipt.ts'
import type { Outcome } from './check/check-receipt.ts'
import type { KeysInput, ReceiptInput } from './check/read-input.ts'
import { ticketOf } from './check/ticket-facts.ts'
import { isLanguage } from './texts/texts.ts'
import type { Texts } from './texts/texts.ts'
import { dropField, pasteField } from './view/drop-field.ts'
import { button, element } from './view/element.ts'
import { icon } from './view/icon.ts'
import { realCard, whatCard } from './view/info-cards.ts'
import { keysCard } from './view/keys-card.ts'
import { fileCard, meaningCard } from './view/meaning-card.ts'
import { mark } from './view/ring.ts'
import { ticketCard } from './view/ticket-card.ts'
import { checkingCard, verdictCard, waitingCard } from './view/verdict-card.ts'

/** Everything that the page shows. */
export interface PageState {
  readonly keys: KeysInput | null
  readonly hasPlatform: boolean
  readonly isPasting: boolean
  /** One sentence on what could not be read. */
  readonly notice: string | null
  readonly receipt: ReceiptInput | null
  /** Null while the receipt is verified, and without one. */
  readonly outcome: Outcome | null
}

/** What a person can do. */
export interface PageActions {
  choose(): void
  paste(isPasting: boolean): void
  checkText(text: string): void
  again(): void
  save(): void
  speak(language: Language): void
}

/** Draws the whole page. */
export function pageOf(texts: Texts, state: PageState, actions: PageActions): HTMLElement[] {
  const { receipt } = state
  const body = receipt === null ? startBody(texts, state, actions) : receiptBody(texts, state, receipt, actions)
  return [
    headOf(texts, actions),
    element('main', {}, state.notice === null ? null : element('p', { class: 'notice' }, state.notice), ...body),
    element('footer', {}, texts.t('footer')),
  ]
}

function headOf({ t, language }: Texts, { speak }: PageActions): HTMLElement {
  const options = languages.map((each) =>
    element('option', { value: each, lang: langAttribute(each), selected: each === language }, languageName(each)),
  )
  const select = element('select', { 'aria-label': t('language'), id: 'language' }, ...options)
  select.addEventListener('change', () => {
    if (isLanguage(select.value)) speak(select.value)
  })
  return element(
    'header',
    {},
    mark(),
    element('b', {}, t('title')),
    element('span', { class: 'grow' }),
    select,
    element('span', { class: 'tag' }, icon('offline', 'tag-icon'), t('worksOffline')),
  )
}

function startBody(texts: Texts, { isPasting, ...state }: PageState, actions: PageActions): HTMLElement[] {
  const { t } = texts
  const field = isPasting
    ? pasteField(texts, actions.checkText, () => actions.paste(false))
    : dropField(texts, { choose: actions.choose, paste: () => actions.paste(true) })
  return [
    element('div', { class: 'lead' }, element('h1', {}, t('heading')), element('p', { class: 'soft' }, t('lead'))),
    element(
      'div',
      { class: 'columns start' },
      element('div', { class: 'stack first' }, field),
      element('div', { class: 'stack second' }, whatCard(texts)),
      element('div', { class: 'pair third' }, realCard(texts), keysCard(texts, state, actions.choose)),
    ),
  ]
}

function receiptBody(texts: Texts, state: PageState, receipt: ReceiptInput, actions: PageActions): HTMLElement[] {
  const { outcome } = state
  const side = element('div', { class: 'stack' })
  const main = element('div', { class: 'stack' })
  if (outcome === null) main.append(checkingCard(texts))
  else if (outcome.kind === 'needs-keys') {
    main.append(waitingCard(texts, receipt.name ?? texts.t('pasted')), waitingButtons(texts, actions))
  } else {
    main.append(verdictCard(texts, receipt, outcome.verdict))
    const finding = findingOf(outcome.verdict)
    if (finding === 'genuine' || finding === 'soFar') side.append(...soundSide(texts, receipt, actions))
    else side.append(meaningCard(texts, finding, actions))
    side.append(fileCard(texts, receipt))
  }
  side.append(keysCard(texts, state, actions.choose))
  return [element('div', { class: 'columns' }, main, side)]
}

function waitingButtons({ t }: Texts, { choose, again }: PageActions): HTMLElement {
  return element(
    'div',
    { class: 'buttons wide' },
    button(t('keysAdd'), 'button', choose),
    button(t('cancel'), 'button quiet', again),
  )
}

function soundSide(texts: Texts, receipt: ReceiptInput, { again, save }: PageActions): HTMLElement[] {
  const { t } = texts
  const ticket = ticketOf(receipt)
  const meaning = {
    contract: 'genuineMeans',
    movement: 'genuineMeansMovement',
    acceptance: 'genuineMeansAcceptance',
  } as const
  return [
    ...(ticket === null ? [] : [ticketCard(texts, ticket)]),
    element(
      'div',
      { class: 'buttons wide' },
      button(t('another'), 'button', again),
      button(t('saveReport'), 'button quiet', save),
    ),
    ...(ticket === null ? [] : [element('p', { class: 'sub inset' }, t(meaning[ticket.kind]))]),
  ]
}
