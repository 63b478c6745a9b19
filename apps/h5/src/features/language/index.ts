export { LanguagePage } from './language-page.tsx'
