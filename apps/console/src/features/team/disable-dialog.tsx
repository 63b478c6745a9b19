import { operatorTeam, operatorTeamDisable } from '@candor/api/operator'
import { call, conclude } from '../../shared/api/index.ts'
import { ReasonDialog } from '../../shared/case/index.ts'
import { t } from '../../shared/i18n/index.ts'

/** Disables a colleague at once. The reason is for the audit. */
export function DisableDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const disable = async (reason: string) =>
    conclude(await call(operatorTeamDisable, { name, reason }), {
      changes: [operatorTeam],
      done: t('team.disable.done', { name }),
    })
  return (
    <ReasonDialog
      title={t('team.disable.title', { name })}
      text={t('team.disable.text')}
      confirm={t('team.disable.confirm')}
      onConfirm={disable}
      onClose={onClose}
    />
  )
}
