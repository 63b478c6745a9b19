/**
 * The dark modules of a code as one outline, a rectangle for each run of a row. Coordinates are modules, from the upper
 * left.
 */
export function qrPath(modules: readonly (readonly boolean[])[]): string {
  let path = ''
  modules.forEach((row, y) => {
    let start: number | null = null
    for (let x = 0; x <= row.length; x += 1) {
      const isDark = row[x] === true
      if (isDark && start === null) start = x
      if (isDark || start === null) continue
      path += `M${start} ${y}h${x - start}v1h-${x - start}z`
      start = null
    }
  })
  return path
}
