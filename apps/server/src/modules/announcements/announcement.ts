import { languages } from '@candor/api'
import type { FieldErrorName } from '@candor/api'
import type { AnnouncementProposalView } from '@candor/api/operator'

type Announced = Pick<
  AnnouncementProposalView,
  'kind' | 'titles' | 'texts' | 'fromMs' | 'untilMs' | 'workFromMs' | 'workUntilMs'
>

/** An announcement as an operator enters it. `withEnglish`: readers of a missing language get English on purpose. */
export interface EnteredAnnouncement extends Announced {
  readonly withEnglish: boolean
}

type Checked =
  | { readonly announced: Announced; readonly errors: null }
  | { readonly announced: null; readonly errors: Readonly<Record<string, FieldErrorName>> }

const faulty = (errors: Readonly<Record<string, FieldErrorName>>): Checked => ({ announced: null, errors })

/** Checks what no single field shows: its languages, and the order of its times. Planned work ends with the work. */
export function checkedAnnouncement({ withEnglish, ...entered }: EnteredAnnouncement, nowMs: number): Checked {
  const { titles, texts, kind, fromMs, workFromMs, workUntilMs } = entered
  if (languages.some((language) => (titles[language] === undefined) !== (texts[language] === undefined)))
    return faulty({ titles: 'required' })
  if (!withEnglish && languages.some((language) => texts[language] === undefined)) return faulty({ texts: 'required' })
  if ((workFromMs !== null) !== (kind === 'work')) return faulty({ workFromMs: 'required' })
  if ((workUntilMs !== null) !== (kind === 'work')) return faulty({ workUntilMs: 'required' })
  if (workUntilMs !== null && workUntilMs <= Math.max(workFromMs ?? 0, nowMs))
    return faulty({ workUntilMs: 'too-small' })
  const untilMs = entered.untilMs ?? workUntilMs
  if (untilMs !== null && untilMs <= Math.max(fromMs ?? 0, nowMs)) return faulty({ untilMs: 'too-small' })
  return { announced: { ...entered, untilMs }, errors: null }
}
