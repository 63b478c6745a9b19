import type { KeysInput } from '../check/read-input.ts'
import { inGroups, keyRows } from '../check/trusted-keys.ts'
import type { Texts } from '../texts/texts.ts'
import { button, element } from './element.ts'

/** Which keys the page trusts, by name and hash, and how to compare them. */
export function keysCard(
  { t }: Texts,
  { keys, hasPlatform }: { readonly keys: KeysInput | null; readonly hasPlatform: boolean },
  choose: () => void,
): HTMLElement {
  const card = element('section', { class: 'card pad', id: 'keys' }, element('h2', {}, t('keysTitle')))
  if (keys === null) card.append(element('p', { class: 'sub' }, t('keysNone')))
  else card.append(...keyList(t, keys))
  card.append(
    element('p', { class: 'sub' }, t('keysHow')),
    element('p', { class: 'sub' }, t(hasPlatform ? 'platform' : 'noPlatform')),
    button(t(keys === null ? 'keysAdd' : 'keysOther'), 'button quiet small', choose),
  )
  return card
}

function keyList(t: Texts['t'], keys: KeysInput): HTMLElement[] {
  const rows: HTMLElement[] = keyRows(keys.trusted).map(({ label, name, keyId, hash }) =>
    element(
      'div',
      { class: 'key' },
      element(
        'dt',
        {},
        element('span', { class: 'soft' }, t(label)),
        element('span', { class: 'mono' }, `${name} ${keyId}`),
      ),
      element('dd', { class: 'mono hash' }, inGroups(hash)),
    ),
  )
  const hasWitnesses = (keys.trusted.policy?.witnesses.length ?? 0) > 0
  if (!hasWitnesses) rows.push(fact(t('witnesses'), t('witnessesNone')))
  rows.push(
    element(
      'div',
      { class: 'key' },
      element('dt', {}, element('span', { class: 'soft' }, t('hashOfFile'))),
      element('dd', { class: 'mono hash' }, inGroups(keys.hash)),
    ),
  )
  return [
    element('p', { class: 'sub' }, t('keysFrom', { name: keys.name ?? t('pasted') })),
    element('dl', { class: 'lined' }, ...rows),
  ]
}

/** A name and its value in one line. */
export function fact(name: string, value: string, className = ''): HTMLElement {
  return element('div', { class: 'fact' }, element('dt', {}, name), element('dd', { class: className }, value))
}
