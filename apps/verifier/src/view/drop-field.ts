import type { Texts } from '../texts/texts.ts'
import { button, element } from './element.ts'
import { dropRing } from './ring.ts'

/** What the field for files calls. */
export interface DropActions {
  choose(): void
  paste(): void
}

/** The field that says what to drop, with the two other ways to bring a receipt. */
export function dropField({ t }: Texts, { choose, paste }: DropActions): HTMLElement {
  return element(
    'section',
    { class: 'card drop' },
    dropRing(),
    element('h2', {}, t('drop')),
    element('p', { class: 'soft' }, t('dropHint')),
    element(
      'div',
      { class: 'buttons' },
      button(t('choose'), 'button', choose),
      button(t('paste'), 'button quiet', paste),
    ),
  )
}

/** The field for a pasted text. */
export function pasteField({ t }: Texts, check: (text: string) => void, cancel: () => void): HTMLElement {
  const area = element('textarea', { id: 'pasted', rows: '8', spellcheck: 'false', autocomplete: 'off' })
  return element(
    'section',
    { class: 'card pad' },
    element('label', { for: 'pasted', class: 'label' }, t('pasteLabel')),
    area,
    element(
      'div',
      { class: 'buttons wide' },
      button(t('pasteCheck'), 'button', () => check(area.value)),
      button(t('cancel'), 'button quiet', cancel),
    ),
  )
}
