import { showToast } from '@candor/ui'
import { onNetworkFailure, onNotLoggedIn, queryClient } from '../shared/api/index.ts'
import { takeFavouritesAlong } from '../shared/instrument/favourites/index.ts'
import { currentTexts } from '../shared/i18n/index.ts'
import { currentLocation, navigation, routeOf } from '../shared/page/index.ts'
import { realtime } from '../shared/api/realtime/index.ts'
import { session } from '../shared/device/index.ts'

/** The specification's pause between "Not logged in" and the login page. */
const loginRedirectMs = 500

let isLoginPending = false

/**
 * Wires events that concern every screen: HTTP 408, lost network, own orders and balances, sign-in and sign-out. Called
 * once.
 */
export function startEvents(): void {
  onNotLoggedIn(() => {
    showToast('refused', currentTexts().t('shared.failure.notLoggedIn'))
    session.signOut()
    if (isLoginPending) return
    isLoginPending = true
    setTimeout(openLogin, loginRedirectMs)
  })
  onNetworkFailure(() => showToast('refused', currentTexts().t('shared.failure.network')))
  session.subscribeToken(() => {
    // The next customer must not see the previous one's data.
    queryClient.clear()
    void takeFavouritesAlong()
  })
  void takeFavouritesAlong()
  // Only signed-in customers receive account events, so the first load does not carry the code. Events are processed in
  // order of arrival.
  realtime.onAccountEvent(
    (event) =>
      void import('./account-events.ts').then(
        ({ takeAccountEvent }) => takeAccountEvent(event),
        // Without the code that reads it an event still says that something changed.
        () => queryClient.invalidateQueries(),
      ),
  )
  realtime.onReconnect(() => void queryClient.invalidateQueries())
}

function openLogin(): void {
  isLoginPending = false
  const { pathname, search } = currentLocation()
  if (routeOf(pathname) !== 'login') navigation.navigate('login', { from: pathname + search })
}
