import { operatorSwapProposals } from '@candor/api/operator'
import type { SwapTermsVersion } from '@candor/api/operator'
import { call } from '../../shared/api/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { ProposalDialog } from '../../shared/approval/index.ts'
import { TypedFields, YesNo } from './form-fields.tsx'
import { faultLabel } from './proposal-labels.ts'
import { swapError, swapFormOf, wantedSwap } from './swap-model.ts'
import { directionLabel } from './swap-labels.ts'

export interface SwapDialogProps {
  readonly current: SwapTermsVersion
  readonly onClose: () => void
}

/** Other terms for swaps of one direction, proposed to a second person. */
export function SwapDialog({ current, onClose }: SwapDialogProps) {
  return (
    <ProposalDialog
      title={t('risk.swap.propose.title', { direction: directionLabel(current.from) })}
      text={t('risk.swap.propose.text')}
      initial={swapFormOf(current)}
      faultOf={(form) => faultLabel(swapError(form, current))}
      send={(form, { note }) => call(operatorSwapProposals.propose, { ...wantedSwap(form, current), note })}
      changes={[operatorSwapProposals.list]}
      onClose={onClose}
      fields={(bind) => (
        <>
          <TypedFields
            fields={[
              { field: 'spreadBps', label: t('risk.swap.propose.spreadBps') },
              { field: 'minimum', label: t('risk.swap.propose.minimum', { asset: current.from }) },
              { field: 'quoteSeconds', label: t('risk.swap.propose.quoteSeconds') },
            ]}
            bind={bind}
          />
          <YesNo {...bind('isWholeNumber')} label={t('risk.swap.propose.isWholeNumber')} />
        </>
      )}
    />
  )
}
