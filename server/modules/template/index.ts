import type { Definition } from '@lobby/shared/kit/definition.ts';
import { reportTemplate } from '@lobby/shared/modules/report-template.ts';
import { template, templateVersion } from '@lobby/shared/modules/template.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { restoreVersion } from './restore.ts';
import { paperActs, templateActs, templateBehaviour } from './rules.ts';

export { layoutRoute, paperInUse } from './papers.ts';
export { type ProjectWords, templateFor, wordsOf } from './words.ts';

/** The words of a project's notices, and the versions that they have had. */
export const templateRoutes = (all: readonly Definition[]): Route[] => [
  restoreVersion,
  ...serve(template, { ...templateBehaviour, acts: templateActs }, all),
  ...serve(templateVersion, {}, all),
  ...serve(reportTemplate, { acts: paperActs }, all),
];
