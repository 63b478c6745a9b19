/** The way from an empty list to the help article about it. Its texts are the folder `how-it-works`. */
export { HowItWorks } from './how-it-works.tsx'
