import type { Definition } from '@lobby/shared/kit/definition.ts';
import { template } from '@lobby/shared/modules/template.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { duplicateRoute } from './duplicate.ts';
import { paperRoutes } from './papers/index.ts';
import { revisionRoutes } from './revisions.ts';
import { templateActs, templateBehaviour } from './rules.ts';
import { builtInRoute } from './starters.ts';

export { fillWords, Markup, Shown, type WordsFault, WordsTooLarge, type WordValues } from './engine.ts';
export { dateOf, type Manner, moneyOf, numberOf, todayShown } from './formats.ts';
export { type Block, frameOf, headBlock, rowBlock, wordsBlock } from './papers/blocks.ts';
export type { Chart, PaperCells, PaperContent, PaperRow, PaperTable } from './papers/content.ts';
export { drawPaper } from './papers/draw.ts';
export { filledLayout, type Layout, layoutFor, layoutOf, paperInUse } from './papers/layout.ts';
export { drawPages } from './papers/pages.ts';
export { paperRevisionCollection, revisionRow } from './papers/revisions.ts';
export { refusePaperFaults } from './papers/rules.ts';
export { samplePaper } from './papers/sample.ts';
export { addPapers, paperStarter, usualForm } from './papers/starters.ts';
export { plainText } from './plain-text.ts';
export { templateRevisionCollection } from './revisions.ts';
export { faultsOf } from './rules.ts';
export { samplesFor, shownBy } from './samples.ts';
export { addBuiltIn, templateStarter } from './starters.ts';
export { type ProjectWords, templateFor, wordsOf } from './words.ts';

/** The words of what a project sends, and the revisions that they have had. */
export const templateRoutes = (all: readonly Definition[]): Route[] => [
  ...revisionRoutes,
  duplicateRoute,
  builtInRoute,
  ...serve(template, { ...templateBehaviour, acts: templateActs }, all),
  ...paperRoutes(all),
];
