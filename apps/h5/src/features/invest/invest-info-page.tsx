import { Button, StatePanel } from '@candor/ui'
import { QuestionIcon } from '@candor/ui/icons/security'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation, useRouteParams } from '../../shared/page/index.ts'
import { AdvertInfo } from './advert-info.tsx'
import { InfoScreen } from './info-screen.tsx'
import { InstrumentInfo } from './instrument-info.tsx'
import { InterestInfo } from './interest-info.tsx'
import { subjectOf } from './invest-model.ts'

/** Information and terms of a subject. Remembers the page it was opened from (`from`), and returns there. */
export function InvestInfoPage() {
  const { t } = useTexts()
  const { type, id, from } = useRouteParams('investInfo')
  const subject = subjectOf({ ...(type === undefined ? {} : { type }), ...(id === undefined ? {} : { id }) })
  if (subject === null) {
    return (
      <InfoScreen title={t('invest.title')} from={from}>
        <StatePanel
          icon={<QuestionIcon size={28} />}
          title={t('invest.missing.title')}
          text={t('invest.missing.text')}
          actions={<Button onClick={() => navigation.switchTab('market')}>{t('invest.missing.action')}</Button>}
        />
      </InfoScreen>
    )
  }
  if (subject.type === 'instrument') return <InstrumentInfo key={subject.id} symbol={subject.id} from={from} />
  if (subject.type === 'interest') return <InterestInfo key={subject.id} id={subject.id} from={from} />
  return <AdvertInfo key={subject.id} id={subject.id} from={from} />
}
