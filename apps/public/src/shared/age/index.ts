/** Ages as texts: "0.4 s", "3 minutes". */
export { secondsText } from './age-text.ts'
