import type { Definition } from '@lobby/shared/kit/definition.ts';
import { CHECKLIST_SHEET, maintenanceChecklist } from '@lobby/shared/modules/maintenance-checklist.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { importRoutes } from '../../kit/sheets/import/routes.ts';
import { checkRow, storeLists } from './import.ts';
import { listOnPaper } from './print.ts';
import { checklistActs, checklistRules } from './rules.ts';

/** What technicians check, in editions. */
export const checklistRoutes = (all: readonly Definition[]): Route[] => [
  listOnPaper,
  ...importRoutes(CHECKLIST_SHEET.definition, { check: checkRow }, storeLists),
  ...serve(maintenanceChecklist, { ...checklistRules, acts: checklistActs }, all),
];
