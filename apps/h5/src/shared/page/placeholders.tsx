import { Skeleton } from '@candor/ui'

/** A card as wide as the page by its height, or width, height and radius; in pixels, where they are not a share. */
type Block = number | readonly [width: number | string, height: number, radius?: number | string]

export interface PlaceholdersProps {
  /** The column around the content to come. */
  readonly className?: string | undefined
  readonly blocks: readonly Block[]
}

/** Grey cards and lines of the size of those that are loading. */
export function Placeholders({ className, blocks }: PlaceholdersProps) {
  return (
    <div className={className}>
      {blocks.map((block, index) => {
        const [width, height, radius] = typeof block === 'number' ? ['100%', block, 20] : block
        return <Skeleton key={index} {...{ width, height }} {...(radius === undefined ? {} : { radius })} />
      })}
    </div>
  )
}
