const files = import.meta.glob<Readonly<Record<string, string>>>(
  ['./messages/en.json', '../shared/messages/en.json', '../features/*/messages/en.json'],
  {
    eager: true,
    import: 'default',
  },
)

/** The texts of all folders, each key with its folder's name in front: "reviews.title". */
export function readCatalogue(): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [path, folder] of Object.entries(files)) {
    const name = folderName(path)
    for (const [key, text] of Object.entries(folder)) texts[`${name}.${key}`] = text
  }
  return texts
}

/** The folder that a file of messages belongs to. */
function folderName(path: string): string {
  return path === './messages/en.json' ? 'app' : (/([^/]+)\/messages\/en\.json$/.exec(path)?.[1] ?? path)
}
