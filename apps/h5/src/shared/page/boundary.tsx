import { Component } from 'react'
import type { ReactNode } from 'react'

export interface BoundaryProps {
  readonly children: ReactNode
  /** Drawn instead of children that threw. */
  readonly fallback: ReactNode
  /** Another value draws the children again. */
  readonly resetKey?: string | undefined
}

interface BoundaryState {
  readonly hasThrown: boolean
  readonly shownKey?: string | undefined
}

/** Keeps what throws while it is drawn from emptying the whole app. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { hasThrown: false }

  static getDerivedStateFromError() {
    return { hasThrown: true }
  }

  static getDerivedStateFromProps({ resetKey }: BoundaryProps, { shownKey }: BoundaryState) {
    return resetKey === shownKey ? null : { hasThrown: false, shownKey: resetKey }
  }

  override render() {
    return this.state.hasThrown ? this.props.fallback : this.props.children
  }
}
