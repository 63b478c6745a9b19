import { operatorTermsProposals } from '@candor/api/operator'
import type { TermsVersion } from '@candor/api/operator'
import { call } from '../../shared/api/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { ProposalDialog } from '../../shared/approval/index.ts'
import { faultLabel } from './proposal-labels.ts'
import { TypedFields, YesNo } from './form-fields.tsx'
import { formOf, termsError, typedFields, wantedTerms } from './terms-model.ts'
import { durationLabel } from './terms-labels.ts'

export interface ProposeDialogProps {
  readonly symbol: string
  readonly current: TermsVersion
  readonly onClose: () => void
}

/** Other terms for one market and duration, proposed to a second person. */
export function ProposeDialog({ symbol, current, onClose }: ProposeDialogProps) {
  return (
    <ProposalDialog
      title={t('risk.propose.title', { symbol, duration: durationLabel(current.durationMs) })}
      text={t('risk.propose.text')}
      initial={formOf(current)}
      faultOf={(form) => faultLabel(termsError(form, current))}
      send={(form, { note }) => call(operatorTermsProposals.propose, { ...wantedTerms(form, current), symbol, note })}
      changes={[operatorTermsProposals.list]}
      onClose={onClose}
      fields={(bind) => (
        <>
          <YesNo {...bind('isOffered')} label={t('risk.propose.offered')} />
          <TypedFields
            fields={typedFields.map((field) => ({ field, label: t(`risk.propose.${field}`) }))}
            bind={bind}
          />
        </>
      )}
    />
  )
}
