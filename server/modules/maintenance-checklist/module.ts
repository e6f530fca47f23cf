import { CHECKLIST_SHEET, maintenanceChecklist } from '@lobby/shared/modules/maintenance-checklist.ts';
import { importRoutes } from '../../kit/sheets/import/routes.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { checkRow, storeLists } from './import.ts';
import { listOnPaper } from './print.ts';
import { checklistActs, checklistRules } from './rules.ts';

export const maintenanceChecklistModule = defineServerModule({
  name: 'maintenance-checklist',
  routes: [listOnPaper, ...importRoutes(CHECKLIST_SHEET.definition, { check: checkRow }, storeLists)],
  serves: [serves(maintenanceChecklist, { ...checklistRules, actions: checklistActs })],
});
