import type { Definition } from '@lobby/shared/kit/definition.ts';
import { stockDocument } from '@lobby/shared/modules/stock-document.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { printRoute } from './print.ts';
import { documentActs, documentBehaviour } from './rules.ts';

/** The papers by which stock moves. */
export const stockDocumentRoutes = (all: readonly Definition[]): Route[] => [
  printRoute,
  ...serve(stockDocument, { ...documentBehaviour, acts: documentActs }, all),
];
