import { languages } from '@candor/api'
import type { FieldErrorName } from '@candor/api'
import type { AnnouncementLink, AnnouncementProposalView } from '@candor/api/operator'

type Announced = Pick<
  AnnouncementProposalView,
  'kind' | 'audience' | 'link' | 'titles' | 'texts' | 'fromMs' | 'untilMs' | 'workFromMs' | 'workUntilMs'
>

/** The link of an announcement as customers' apps get it: `interest`, `instrument:WTI`. */
export function linkText({ page, symbol }: AnnouncementLink): string {
  return symbol === null ? page : `${page}:${symbol}`
}

/** An announcement as an operator enters it. `withEnglish`: readers of a missing language get English on purpose. */
export interface EnteredAnnouncement extends Announced {
  readonly withEnglish: boolean
}

type Checked =
  | { readonly announced: Announced; readonly errors: null }
  | { readonly announced: null; readonly errors: Readonly<Record<string, FieldErrorName>> }

const faulty = (errors: Readonly<Record<string, FieldErrorName>>): Checked => ({ announced: null, errors })

/**
 * Checks what no single field shows: its languages, the instrument of its link, the order of its times. Planned work is
 * for everyone, as the public status page shows it, and ends with the work.
 */
export function checkedAnnouncement({ withEnglish, ...entered }: EnteredAnnouncement, nowMs: number): Checked {
  const { titles, texts, kind, audience, link, fromMs, workFromMs, workUntilMs } = entered
  if (languages.some((language) => (titles[language] === undefined) !== (texts[language] === undefined)))
    return faulty({ titles: 'required' })
  if (!withEnglish && languages.some((language) => texts[language] === undefined)) return faulty({ texts: 'required' })
  if (link !== null && (link.page === 'instrument') !== (link.symbol !== null))
    return faulty({ linkSymbol: link.symbol === null ? 'required' : 'unknown-value' })
  if (kind === 'work' && audience !== 'everyone') return faulty({ audience: 'unknown-value' })
  if ((workFromMs !== null) !== (kind === 'work')) return faulty({ workFromMs: 'required' })
  if ((workUntilMs !== null) !== (kind === 'work')) return faulty({ workUntilMs: 'required' })
  if (workUntilMs !== null && workUntilMs <= Math.max(workFromMs ?? 0, nowMs))
    return faulty({ workUntilMs: 'too-small' })
  const untilMs = entered.untilMs ?? workUntilMs
  if (untilMs !== null && untilMs <= Math.max(fromMs ?? 0, nowMs)) return faulty({ untilMs: 'too-small' })
  return { announced: { ...entered, untilMs }, errors: null }
}
