import { template } from '@lobby/shared/modules/template.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { duplicateRoute } from './duplicate.ts';
import { paperRoutes, servedPapers } from './papers/index.ts';
import { paperRevisionCollection } from './papers/revisions.ts';
import { paperStarter } from './papers/starters.ts';
import { revisionRoutes, templateRevisionCollection } from './revisions.ts';
import { templateActs, templateBehaviour } from './rules.ts';
import { builtInRoute, templateStarter } from './starters.ts';

export const templateModule = defineServerModule({
  name: 'template',
  routes: [...revisionRoutes, duplicateRoute, builtInRoute, ...paperRoutes],
  serves: [serves(template, { ...templateBehaviour, actions: templateActs }), servedPapers],
  collections: [templateRevisionCollection, paperRevisionCollection],
  starters: [templateStarter, paperStarter],
});
