import { describe, expect, it } from 'vitest'
import { createHashHistory } from '@candor/ui/hash-history'
import { createNavigation } from './navigation.ts'
import { hrefOf, paramsOf, pathOf, routeOf } from './routes.ts'

/** A browser's history: entries, a position, and `go` that arrives through popstate. */
function fakeWindow(hash = '#/pages/market/market') {
  const entries: { state: unknown; hash: string }[] = [{ state: null, hash }]
  let at = 0
  const listeners: (() => void)[] = []
  const here = () => entries[at] ?? { state: null, hash: '' }
  const page = {
    location: {
      get hash() {
        return here().hash
      },
    },
    history: {
      get state() {
        return here().state
      },
      pushState: (state: unknown, _unused: string, url: string) => {
        entries.splice(at + 1, entries.length, { state, hash: url })
        at += 1
      },
      replaceState: (state: unknown, _unused: string, url?: string) => {
        entries[at] = { state, hash: url ?? here().hash }
      },
      go: (delta: number) => {
        at = Math.max(0, at + delta)
        for (const listener of listeners) listener()
      },
    },
    addEventListener: (_type: 'popstate', listener: () => void) => void listeners.push(listener),
  }
  const followLink = (url: string) => {
    entries.splice(at + 1, entries.length, { state: null, hash: url })
    at += 1
    for (const listener of listeners) listener()
  }
  return { page, followLink, length: () => entries.length, position: () => at }
}

function navigationOn(browser: ReturnType<typeof fakeWindow>) {
  const history = createHashHistory(browser.page)
  return { history, navigation: createNavigation(history) }
}

describe('routes', () => {
  it('have exactly the paths of the specification', () => {
    expect(routeOf('/')).toBe('home')
    expect(routeOf('/pages/index/index')).toBe('home')
    expect(routeOf('/pages/market/market')).toBe('market')
    expect(routeOf('/pages/contract/contract')).toBe('contract')
    expect(routeOf('/pages/bill/contract')).toBe('contractOrders')
    expect(routeOf('/pages/trade/trade')).toBe('floor')
    expect(routeOf('/pages/bill/trade')).toBe('tradeOrders')
    expect(routeOf('/pages/mine/mine')).toBe('mine')
    expect(routeOf('/pages/login/login')).toBe('login')
    expect(routeOf('/pages/register/register')).toBe('register')
    expect(routeOf('/pages/lang/lang')).toBe('language')
  })

  it('show home for a path that does not exist', () => {
    expect(routeOf('/pages/trade/nowhere')).toBe('home')
    expect(routeOf('/__proto__')).toBe('home')
  })

  it('carry their own parameters and no others', () => {
    expect(pathOf('contract', { symbol: 'BTCUSDT' })).toBe('/pages/contract/contract?symbol=BTCUSDT')
    expect(hrefOf('mine')).toBe('#/pages/mine/mine')
    expect(paramsOf('contract', '?symbol=GOLD&evil=1')).toEqual({ symbol: 'GOLD' })
    expect(paramsOf('contract', '?symbol=')).toEqual({})
  })
})

describe('navigation', () => {
  it('opens a screen above the current one and comes back', () => {
    const { history, navigation } = navigationOn(fakeWindow())
    navigation.navigate('contract', { symbol: 'GOLD' })
    expect(history.location()).toEqual({ pathname: '/pages/contract/contract', search: '?symbol=GOLD' })
    navigation.back()
    expect(history.location().pathname).toBe('/pages/market/market')
  })

  it('puts a screen in the place of the current one on redirect', () => {
    const browser = fakeWindow()
    const { history, navigation } = navigationOn(browser)
    navigation.navigate('login')
    navigation.redirect('register')
    expect(browser.length()).toBe(2)
    navigation.back()
    expect(history.location().pathname).toBe('/pages/market/market')
  })

  it('closes every screen above when it switches the tab', () => {
    const browser = fakeWindow()
    const { history, navigation } = navigationOn(browser)
    navigation.navigate('contract', { symbol: 'GOLD' })
    navigation.navigate('contractOrders')
    navigation.switchTab('mine')
    expect(history.location().pathname).toBe('/pages/mine/mine')
    expect(browser.position()).toBe(0)
    expect(history.depth()).toBe(0)
  })

  it('closes all and opens one on relaunch', () => {
    const browser = fakeWindow()
    const { history, navigation } = navigationOn(browser)
    navigation.navigate('mine')
    navigation.reLaunch('login', { from: '/pages/mine/mine' })
    expect(browser.position()).toBe(0)
    expect(history.location().pathname).toBe('/pages/login/login')
  })

  it('goes home where nothing of the app lies below', () => {
    const { history, navigation } = navigationOn(fakeWindow('#/pages/login/login'))
    navigation.back()
    expect(history.location().pathname).toBe('/')
  })

  it('never goes back further than this app', () => {
    const browser = fakeWindow()
    const { navigation } = navigationOn(browser)
    navigation.navigate('mine')
    navigation.back(7)
    expect(browser.position()).toBe(0)
  })

  it('counts the screens that plain links open', () => {
    const browser = fakeWindow()
    const { history, navigation } = navigationOn(browser)
    browser.followLink('#/pages/contract/contract?symbol=GOLD')
    expect(history.depth()).toBe(1)
    expect(createHashHistory(browser.page).depth()).toBe(1)
    navigation.back()
    expect(history.location().pathname).toBe('/pages/market/market')
  })

  it('leaves a login towards the screen that asked for it', () => {
    const browser = fakeWindow('#/pages/mine/mine')
    const { history, navigation } = navigationOn(browser)
    navigation.navigate('login', { from: '/pages/mine/mine' })
    navigation.returnTo('/pages/mine/mine')
    expect(history.location().pathname).toBe('/pages/mine/mine')
    expect(browser.position()).toBe(0)
  })

  it('leaves a login that was opened by itself towards the remembered path, and never out of the app', () => {
    const opened = navigationOn(fakeWindow('#/pages/login/login'))
    opened.navigation.returnTo('/pages/contract/contract?symbol=GOLD')
    expect(opened.history.location().search).toBe('?symbol=GOLD')
    const tricked = navigationOn(fakeWindow('#/pages/login/login'))
    tricked.navigation.returnTo('https://evil.example')
    expect(tricked.history.location().pathname).toBe('/')
  })

  it('keeps its depth over a reload', () => {
    const browser = fakeWindow()
    navigationOn(browser).navigation.navigate('mine')
    expect(createHashHistory(browser.page).depth()).toBe(1)
  })
})

describe('moving to another screen out of a sheet', () => {
  const openSheet = (browser: ReturnType<typeof fakeWindow>) => {
    browser.page.history.pushState({ depth: 1, layers: 1 }, '', browser.page.location.hash)
  }

  it('puts the new screen in the place of the sheet, so that “back” never comes to a sheet that is gone', () => {
    const browser = fakeWindow()
    const { history, navigation } = navigationOn(browser)
    navigation.navigate('contract', { symbol: 'GOLD' })
    openSheet(browser)
    navigation.navigate('contractOrders')
    expect(browser.length()).toBe(3)
    navigation.back()
    expect(history.location()).toEqual({ pathname: '/pages/contract/contract', search: '?symbol=GOLD' })
    expect(browser.page.history.state).toEqual({ depth: 1 })
  })

  it('redirects the screen below the sheet, not the sheet', () => {
    const browser = fakeWindow()
    const { history, navigation } = navigationOn(browser)
    navigation.navigate('contract', { symbol: 'GOLD' })
    openSheet(browser)
    navigation.redirect('contract', { symbol: 'SILVER' })
    expect(history.location().search).toBe('?symbol=SILVER')
    navigation.back()
    expect(routeOf(history.location().pathname)).toBe('market')
  })

  it('goes back by whole screens', () => {
    const browser = fakeWindow()
    const { history, navigation } = navigationOn(browser)
    navigation.navigate('contract', { symbol: 'GOLD' })
    openSheet(browser)
    navigation.back()
    expect(routeOf(history.location().pathname)).toBe('market')
  })
})
