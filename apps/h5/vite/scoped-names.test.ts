import { describe, expect, it } from 'vitest'
import { scopedNames } from './scoped-names.ts'

describe('names of classes', () => {
  const root = '/repository/apps/h5'

  it('are the same for a class of a file each time, wherever the repository lies', () => {
    const name = scopedNames(root)('row', `${root}/src/list.module.css`)
    expect(name).toMatch(/^row_[0-9a-z]{4}$/)
    expect(scopedNames('/elsewhere')('row', '/elsewhere/src/list.module.css')).toBe(name)
  })

  it('differ between files', () => {
    const nameOf = scopedNames(root)
    expect(nameOf('row', `${root}/src/list.module.css`)).not.toBe(nameOf('row', `${root}/src/table.module.css`))
  })

  it('are refused where two files would share them', () => {
    const nameOf = scopedNames(root, () => 'same')
    nameOf('row', `${root}/src/list.module.css`)
    expect(nameOf('cell', `${root}/src/list.module.css`)).toBe('cell_same')
    expect(() => nameOf('row', `${root}/src/table.module.css`)).toThrow('src/table.module.css and src/list.module.css')
  })
})
