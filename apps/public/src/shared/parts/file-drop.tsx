import { useEffect, useState } from 'react'
import { classNames } from '@candor/ui'
import { FileMagnifyingGlassIcon } from '@candor/ui/icons/proof'
import styles from './file-drop.module.css'

interface FileDropProps {
  /** The name of the choice of a file, which says what the file is. */
  readonly label: string
  readonly hint: string
  readonly onText: (text: string) => void
}

/** Larger files are cut off: none that these pages read is as large. */
const mostBytes = 65_536

/** The choice of a file, which may also be dropped anywhere on the page. It is read here and sent nowhere. */
export function FileDrop({ label, hint, onText }: FileDropProps) {
  const isOver = useDroppedFile(onText)
  return (
    <div className={classNames(styles.drop, isOver && styles.over)}>
      <label className={styles.choose}>
        <FileMagnifyingGlassIcon size={20} />
        <span>{label}</span>
        <input
          type="file"
          accept="application/json,.json"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            // The same file may be chosen again.
            event.currentTarget.value = ''
            if (file !== undefined) void textOf(file).then(onText)
          }}
        />
      </label>
      <p>{hint}</p>
    </div>
  )
}

/** Calls `onText` with the file that is dropped on the page. Returns whether one is held over the page. */
function useDroppedFile(onText: (text: string) => void): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      const [file] = event.dataTransfer?.files ?? []
      if (file === undefined) return
      // Without this the browser leaves the page to show the file.
      event.preventDefault()
      setOver(false)
      void textOf(file).then(onText)
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [onText])
  return isOver
}

/** The text of a file; empty for one that cannot be read, such as a folder. */
async function textOf(file: File): Promise<string> {
  return file
    .slice(0, mostBytes)
    .text()
    .catch(() => '')
}
