import { createContext, useContext } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { Screen, TopBar } from '@candor/ui'
import { useIsSignedIn } from '../device/index.ts'
import { useTexts } from '../i18n/index.ts'
import { navigation } from './app-navigation.ts'
import { PageFrame } from './page-frame.tsx'
import { SignedOutState } from './signed-out-state.tsx'

interface Bar {
  readonly title: string
  /** Beside the title; of a page that needs a login, for signed-in customers only. */
  readonly trailing?: ReactNode
  /** Back to the previous screen, unless the page returns elsewhere. */
  readonly onBack?: () => void
}

/** The bar of the page around; null outside of a page. */
const PageBar = createContext<Bar | null>(null)

export interface PageProps extends Bar {
  /** What a page that needs a login says without one. */
  readonly signedOut?: string
  /** A `PageScreen`, or `Loaded` around one. */
  readonly children?: ReactNode
}

/** An inner page: a bar with its title and the way back, and the signed-out state where the page needs a login. */
export function Page({ signedOut, children, trailing, ...bar }: PageProps) {
  const needsLogin = !useIsSignedIn() && signedOut !== undefined
  return (
    <PageFrame value={inScreen}>
      <PageBar value={needsLogin ? bar : { ...bar, trailing }}>
        {needsLogin ? inScreen(<SignedOutState text={signedOut} />) : children}
      </PageBar>
    </PageFrame>
  )
}

function inScreen(state: ReactNode) {
  return <PageScreen>{state}</PageScreen>
}

export interface PageScreenProps extends Omit<ComponentProps<typeof Screen>, 'bar'> {
  /** Replace the page's own. */
  readonly title?: string
  readonly trailing?: ReactNode
}

/** The screen of a page, under the page's bar. */
export function PageScreen({ title, trailing, children, ...screen }: PageScreenProps) {
  const { t } = useTexts()
  const bar = useContext(PageBar)
  return (
    <Screen
      {...screen}
      bar={
        bar === null ? undefined : (
          <TopBar
            title={title ?? bar.title}
            back={{ label: t('shared.action.back'), onPress: bar.onBack ?? (() => navigation.back()) }}
            trailing={trailing === undefined ? bar.trailing : trailing}
          />
        )
      }
    >
      <PageFrame value={null}>{children}</PageFrame>
    </Screen>
  )
}
