import { showToast } from '@candor/ui'
import { navigation } from '../../shared/navigation/index.ts'
import { session } from '../../shared/session/index.ts'

/** Takes the token, says so, and goes back to where the login was asked for. */
export function afterSignIn({
  token,
  msg,
  from,
}: {
  readonly token: string
  readonly msg: string
  readonly from: string | undefined
}): void {
  session.signIn(token)
  showToast('done', msg)
  navigation.returnTo(from)
}
