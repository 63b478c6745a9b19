import { QuestionIcon } from '@candor/ui/icons/security'
import { useTexts } from '../../shared/i18n/index.ts'
import { emptyPageOf, navigation, Page, useRouteParams } from '../../shared/page/index.ts'
import { AdvertInfo } from './advert-info.tsx'
import { InstrumentInfo } from './instrument-info.tsx'
import { InterestInfo } from './interest-info.tsx'
import { subjectOf } from './invest-model.ts'
import type { InfoSubject } from './invest-model.ts'

/**
 * Information and terms of a subject. "Back" returns to the page that opened it (`from`), also after a reload or from a
 * shared link.
 */
export function InvestInfoPage() {
  const { t } = useTexts()
  const { type, id, from } = useRouteParams('investInfo')
  const subject = subjectOf({ ...(type === undefined ? {} : { type }), ...(id === undefined ? {} : { id }) })
  return (
    <Page title={t('invest.title')} onBack={() => navigation.returnTo(from)}>
      {subject === null ? <NoSubject /> : <Info key={subject.id} subject={subject} from={from} />}
    </Page>
  )
}

function Info({ subject: { type, id }, from }: { readonly subject: InfoSubject; readonly from: string | undefined }) {
  if (type === 'instrument') return <InstrumentInfo symbol={id} from={from} />
  return type === 'interest' ? <InterestInfo id={id} from={from} /> : <AdvertInfo id={id} />
}

const NoSubject = emptyPageOf(
  QuestionIcon,
  ['invest.missing.title', 'invest.missing.text', 'invest.missing.action'],
  () => navigation.switchTab('market'),
)
