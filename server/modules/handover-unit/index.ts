import type { Definition } from '@lobby/shared/kit/definition.ts';
import { handoverTemplate, propertyItem, propertyRoom, TEMPLATE_SHEET } from '@lobby/shared/modules/handover-data.ts';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { handoverSchedule, SCHEDULE_SHEET } from '@lobby/shared/modules/handover-schedule.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import type { Route } from '../../kit/http/route.ts';
import { moveRoute } from '../../kit/records/ordered.ts';
import { serve } from '../../kit/serve.ts';
import { importRoutes } from '../../kit/sheets/import/routes.ts';
import { addRoute, applyRoute } from './add.ts';
import { autoRoute } from './auto.ts';
import { calendarRoute } from './calendar.ts';
import { configRoutes } from './config.ts';
import { itemRules, roomRules, switchActs, templateActs, templateRules } from './data.ts';
import { dayPrintRoute } from './day-print.ts';
import { defectActs } from './defect-acts.ts';
import { defectRoutes } from './defect-routes.ts';
import { defectRules } from './defects.ts';
import { paperRoutes } from './file-paper.ts';
import { handedRoute } from './handed.ts';
import { invite } from './invite.ts';
import { letterRoute } from './letter.ts';
import { readyRoute } from './make-ready.ts';
import { planRoutes } from './plan.ts';
import { sheetRoute } from './print.ts';
import { reinspect, revert } from './revert.ts';
import { scheduleActs } from './schedule.ts';
import { scheduleSheetRules, storeSchedules } from './schedule-import.ts';
import { sheetRoutes } from './sheet-routes.ts';
import { slotsRoute } from './slots.ts';
import { storeTemplates, templateSheetRules } from './template-import.ts';
import { obligationActs, unitRules } from './units.ts';

export { turnDefects } from './defect-jobs.ts';
export { mailDefects } from './defect-mails.ts';
export { handoverMails } from './invite.ts';
export { turnHandovers } from './jobs.ts';
export { floorsOf } from './plan.ts';
export { remindOfHandovers } from './reminders.ts';
export { sheetCollection } from './sheet.ts';

/** The handing over of new flats: what is looked at, which units, when, and what was found. */
export const handoverRoutes = (all: readonly Definition[]): Route[] => [
  ...configRoutes,
  readyRoute,
  sheetRoute,
  applyRoute,
  addRoute,
  letterRoute,
  ...planRoutes,
  ...paperRoutes,
  slotsRoute,
  handedRoute,
  calendarRoute,
  dayPrintRoute,
  autoRoute,
  ...sheetRoutes,
  ...defectRoutes,
  moveRoute(propertyRoom),
  ...serve(propertyRoom, { ...roomRules, acts: switchActs }, all),
  ...serve(propertyItem, { ...itemRules, acts: switchActs }, all),
  ...importRoutes(TEMPLATE_SHEET.definition, templateSheetRules, storeTemplates),
  ...serve(handoverTemplate, { ...templateRules, acts: templateActs }, all),
  ...serve(handoverUnit, { ...unitRules, acts: { ...obligationActs, invite, revert } }, all),
  ...importRoutes(SCHEDULE_SHEET.definition, scheduleSheetRules, storeSchedules),
  ...serve(handoverSchedule, { acts: { ...scheduleActs, 're-inspect': reinspect } }, all),
  ...serve(handoverDefect, { ...defectRules, acts: defectActs }, all),
];
