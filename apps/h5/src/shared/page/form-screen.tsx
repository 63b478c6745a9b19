import type { ReactNode, RefObject } from 'react'
import { Button } from '@candor/ui'
import { PageScreen } from './page.tsx'
import styles from './form-screen.module.css'

export interface FormScreenProps {
  /** For the focus of the first invalid field. */
  readonly element?: RefObject<HTMLFormElement | null>
  readonly onSubmit: () => void
  /** The label of the button that submits the form. */
  readonly submit: string
  readonly isBusy?: boolean
  /** While something else is sent, nothing can be submitted. */
  readonly isOff?: boolean
  /** Instead of the button alone: a dock around it, which the function is given. */
  readonly dock?: (button: ReactNode) => ReactNode
  readonly hasDockLine?: boolean
  /** Beside the page's title. */
  readonly trailing?: ReactNode
  /** Over the screen: the sheet that the form leads to. */
  readonly layer?: ReactNode
  readonly children: ReactNode
}

/** The screen of a page that is one form, with the button that submits it in the dock. */
export function FormScreen(props: FormScreenProps) {
  const { element, onSubmit, submit, isBusy = false, isOff = false, dock, hasDockLine = true } = props
  const button = (
    <Button type="submit" isBusy={isBusy} disabled={isOff}>
      {submit}
    </Button>
  )
  return (
    <form
      ref={element}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <PageScreen isForm hasDockLine={hasDockLine} dock={dock?.(button) ?? button} trailing={props.trailing}>
        {props.children}
      </PageScreen>
      {props.layer}
    </form>
  )
}
