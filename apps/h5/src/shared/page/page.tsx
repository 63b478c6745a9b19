import { createContext, useContext } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { Screen, TopBar } from '@candor/ui'
import { useTexts } from '../i18n/index.ts'
import { navigation } from './app-navigation.ts'
import { useIsSignedIn } from '../device/index.ts'
import { SignedOutState } from './signed-out-state.tsx'

interface Bar {
  readonly title: string
  readonly trailing: ReactNode
}

/** The bar of the page around; null inside the page's screen, which has drawn it. */
const PageBar = createContext<Bar | null>(null)

export interface PageProps {
  readonly title: string
  /** Beside the title; of a page that needs a login, for signed-in customers only. */
  readonly trailing?: ReactNode
  /** What a page that needs a login says without one. */
  readonly signedOut?: string
  /** A `PageScreen`, or `Loaded` around one. */
  readonly children: ReactNode
}

/** An inner page: a bar with its title and the way back, and the signed-out state where the page needs a login. */
export function Page({ title, trailing, signedOut, children }: PageProps) {
  const needsLogin = !useIsSignedIn() && signedOut !== undefined
  return (
    <PageBar value={{ title, trailing: needsLogin ? undefined : trailing }}>
      {needsLogin ? (
        <PageScreen>
          <SignedOutState text={signedOut} />
        </PageScreen>
      ) : (
        children
      )}
    </PageBar>
  )
}

/** The screen of a page, under the page's bar. `trailing` replaces the page's own. */
export function PageScreen({
  trailing,
  children,
  ...screen
}: Omit<ComponentProps<typeof Screen>, 'bar'> & { readonly trailing?: ReactNode }) {
  const { t } = useTexts()
  const bar = useContext(PageBar)
  return (
    <Screen
      {...screen}
      bar={
        bar === null ? undefined : (
          <TopBar
            title={bar.title}
            back={{ label: t('shared.action.back'), onPress: () => navigation.back() }}
            trailing={trailing ?? bar.trailing}
          />
        )
      }
    >
      <PageBar value={null}>{children}</PageBar>
    </Screen>
  )
}

/**
 * A state of a page: in a screen of its own, or in the place of the content where the page's screen is drawn already.
 */
export function PageState({ children }: { readonly children: ReactNode }) {
  return useContext(PageBar) === null ? children : <PageScreen>{children}</PageScreen>
}
