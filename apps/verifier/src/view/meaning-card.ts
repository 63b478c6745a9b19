import type { Finding } from '../check/check-receipt.ts'
import type { ReceiptInput } from '../check/read-input.ts'
import { inGroups } from '../check/trusted-keys.ts'
import type { TextName, Texts } from '../texts/texts.ts'
import { button, element } from './element.ts'
import { icon } from './icon.ts'
import { adviceList } from './info-cards.ts'
import { fact } from './keys-card.ts'

type Failure = Exclude<Finding, 'genuine' | 'soFar'>
type Advice = readonly (readonly [TextName, TextName])[]

const freshCopy = ['do1', 'do1Sub'] as const
const onUs = ['do2', 'do2Sub'] as const
const meanings: Readonly<Record<Failure, { readonly text: TextName; readonly advice: Advice }>> = {
  damaged: { text: 'meansFormat', advice: [freshCopy, onUs] },
  foreign: { text: 'meansForeign', advice: [['doKeys', 'doKeysSub'], onUs] },
  future: { text: 'meansFuture', advice: [['doClock', 'doClockSub'], onUs] },
  witness: { text: 'meansWitness', advice: [['doKeys', 'doKeysSub'], onUs] },
  refused: { text: 'meansFalse', advice: [freshCopy, onUs] },
}

/** What a person may do after a verdict. */
export interface VerdictActions {
  again(): void
  save(): void
}

/** What a failed check means and what to do: saving the evidence comes first. */
export function meaningCard(texts: Texts, finding: Failure, { again, save }: VerdictActions): HTMLElement {
  const { t } = texts
  const { text, advice } = meanings[finding]
  const saving = button(t('saveEvidence'), 'button', save)
  saving.prepend(icon('save'))
  return element(
    'section',
    { class: 'card pad' },
    element('h2', {}, t('meansTitle')),
    element('p', { class: 'soft' }, t(text)),
    adviceList(texts, advice),
    element('div', { class: 'buttons column' }, saving, button(t('another'), 'button quiet', again)),
  )
}

/** The file that was judged. */
export function fileCard({ t }: Texts, { name, hash }: ReceiptInput): HTMLElement {
  return element(
    'section',
    { class: 'card pad' },
    element(
      'dl',
      { class: 'facts' },
      fact(t('file'), name ?? t('pasted'), 'mono'),
      element(
        'div',
        { class: 'key' },
        element('dt', {}, t('hashOfFile')),
        element('dd', { class: 'mono hash' }, inGroups(hash)),
      ),
    ),
  )
}
