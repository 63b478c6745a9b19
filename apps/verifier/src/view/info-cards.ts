import { contractRowNames } from '../check/step-rows.ts'
import type { TextName, Texts } from '../texts/texts.ts'
import { element } from './element.ts'
import { rowTitle } from './step-list.ts'

/** What is checked, before there is a receipt. */
export function whatCard({ t }: Texts): HTMLElement {
  const rows = contractRowNames.map((name, index) =>
    element(
      'li',
      {},
      element('span', { class: 'number', 'aria-hidden': 'true' }, String(index + 1)),
      element(
        'div',
        {},
        element('span', { class: 'medium' }, rowTitle(t, name)),
        element('span', { class: 'sub' }, t(`${name}Sub`)),
      ),
    ),
  )
  return element(
    'section',
    { class: 'card pad' },
    element('h2', {}, t('whatTitle')),
    element('ol', { class: 'list' }, ...rows),
  )
}

/** How to find out whether the page itself is genuine. It cannot say so. */
export function realCard({ t }: Texts): HTMLElement {
  return element(
    'section',
    { class: 'card pad' },
    element('h2', {}, t('realTitle')),
    element('p', { class: 'sub' }, t('realText')),
    withCommand(t('realCommand', { command: '\u0000' }), 'sha256sum index.html'),
    withCommand(t('realOther', { command: '\u0000' }), 'npm run verify'),
  )
}

/** A sentence with a command in it, which is in the place of the character 0. */
function withCommand(text: string, command: string): HTMLElement {
  const [before = '', after = ''] = text.split('\u0000')
  return element('p', { class: 'sub' }, before, element('span', { class: 'mono code' }, command), after)
}

/** A numbered list of what to do. */
export function adviceList({ t }: Texts, advice: readonly (readonly [TextName, TextName])[]): HTMLElement {
  const items = advice.map(([title, sub], index) =>
    element(
      'li',
      {},
      element('span', { class: 'number', 'aria-hidden': 'true' }, String(index + 1)),
      element('div', {}, element('span', { class: 'medium' }, t(title)), element('span', { class: 'sub' }, t(sub))),
    ),
  )
  return element('ol', { class: 'list' }, ...items)
}
