// Runs before the first paint: the stored theme, price colours and language, and an early load of that language's texts.
// Classic script, inlined into the page; the app applies the same values again once it runs.
{
  const root = document.documentElement
  const read = (key) => {
    try {
      return localStorage.getItem(`candor.${key}`)
    } catch {
      return null
    }
  }
  const theme = read('theme')
  const systemTheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.dataset.theme = theme === 'light' || theme === 'dark' ? theme : systemTheme
  root.dataset.updown = read('updown') ?? 'green-up'
  root.dataset.mode = read('mode') ?? 'sandbox'
  const barColour = root.dataset.mode === 'live' ? '--bg' : '--sandbox'
  document.querySelector('meta[name="theme-color"]').content = getComputedStyle(root).getPropertyValue(barColour).trim()
  const language = read('language') ?? 'en'
  root.lang = language === 'zh' ? 'zh-Hans' : language
  const catalogues = __CATALOGUES__
  const file = catalogues[language] ?? catalogues.en
  if (file) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = file
    document.head.append(link)
  }
}
