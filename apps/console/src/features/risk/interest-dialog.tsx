import { operatorInterestProposals } from '@candor/api/operator'
import type { InterestVersion } from '@candor/api/operator'
import { call } from '../../shared/api/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { Select, TextInput } from '../../shared/page/index.ts'
import type { Bind } from '../../shared/page/index.ts'
import { ProposalDialog } from '../../shared/approval/index.ts'
import { TypedFields, YesNo } from './form-fields.tsx'
import { interestError, interestFormOf, wantedInterest } from './interest-model.ts'
import type { InterestForm } from './interest-model.ts'
import { productLabel } from './interest-labels.ts'
import { faultLabel } from './proposal-labels.ts'

export interface InterestDialogProps {
  /** The version of now; null for a product that does not exist yet. */
  readonly current: InterestVersion | null
  readonly onClose: () => void
}

/** Another version of an interest product, or a new one, proposed to a second person. */
export function InterestDialog({ current, onClose }: InterestDialogProps) {
  return (
    <ProposalDialog
      title={
        current === null ? t('risk.interest.new') : t('risk.interest.propose.title', { product: productLabel(current) })
      }
      text={t('risk.interest.propose.text')}
      initial={interestFormOf(current)}
      faultOf={(form) => faultLabel(interestError(form, current))}
      send={(form, { note }) => call(operatorInterestProposals.propose, { ...wantedInterest(form, current), note })}
      changes={[operatorInterestProposals.list]}
      onClose={onClose}
      fields={(bind) => (
        <>
          {current === null ? <NewProduct bind={bind} /> : null}
          <YesNo {...bind('isOpen')} label={t('risk.interest.propose.isOpen')} />
          <TypedFields
            fields={[
              { field: 'dailyRatePpm', label: t('risk.interest.propose.dailyRatePpm') },
              { field: 'min', label: t('risk.interest.min') },
              { field: 'max', label: t('risk.interest.max') },
            ]}
            bind={bind}
          />
        </>
      )}
    />
  )
}

function NewProduct({ bind }: { readonly bind: Bind<InterestForm> }) {
  return (
    <>
      <Select
        {...bind('asset')}
        label={t('risk.interest.propose.asset')}
        options={(['USDT', 'USD'] as const).map((value) => ({ value, label: value }))}
      />
      <TextInput {...bind('days')} label={t('risk.interest.propose.days')} maxLength={3} />
    </>
  )
}
