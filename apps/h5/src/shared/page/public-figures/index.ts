/** The frame of the pages of figures that everybody may read. */
export { FiguresName, NamedFacts, publicFiguresPage } from './public-figures.tsx'
