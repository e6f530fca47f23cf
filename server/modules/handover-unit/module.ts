import { handoverTemplate, propertyItem, propertyRoom, TEMPLATE_SHEET } from '@lobby/shared/modules/handover-data.ts';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { handoverSchedule, SCHEDULE_SHEET } from '@lobby/shared/modules/handover-schedule.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { moveRoute } from '../../kit/records/lists/ordered.ts';
import { importRoutes } from '../../kit/sheets/import/routes.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { guardedFiles } from '../resident-form/index.ts';
import { configRoutes } from './config.ts';
import { itemRules, roomRules, switchActs, templateActs, templateRules } from './data.ts';
import { defectActs } from './defects/defect-acts.ts';
import { defectsJob } from './defects/defect-jobs.ts';
import { defectMailJob } from './defects/defect-mails.ts';
import { defectRoutes } from './defects/defect-routes.ts';
import { defectRules } from './defects/defects.ts';
import { handoversJob } from './jobs.ts';
import { autoRoute } from './schedule/auto.ts';
import { calendarRoute } from './schedule/calendar.ts';
import { dayPrintRoute } from './schedule/day-print.ts';
import { scheduleSheetRules, storeSchedules } from './schedule/import.ts';
import { handoverMails, invite } from './schedule/invite.ts';
import { letterRoute } from './schedule/letter.ts';
import { handoverReminderJob } from './schedule/reminders.ts';
import { scheduleActs } from './schedule/schedule.ts';
import { slotsRoute } from './schedule/slots.ts';
import { paperRoutes } from './sheet/file-paper.ts';
import { sheetRoute } from './sheet/print.ts';
import { sheetRoutes } from './sheet/routes.ts';
import { sheetCollection } from './sheet/sheet.ts';
import { addRoute, applyRoute } from './units/add.ts';
import { handedRoute } from './units/handed-over.ts';
import { readyRoute } from './units/make-ready.ts';
import { planRoutes } from './units/plan.ts';
import { reinspect, revert } from './units/revert.ts';
import { storeTemplates, templateSheetRules } from './units/template-import.ts';
import { obligationActs, unitRules } from './units/units.ts';

export const handoverUnitModule = defineServerModule({
  name: 'handover-unit',
  routes: [
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
    ...importRoutes(TEMPLATE_SHEET.definition, templateSheetRules, storeTemplates),
    ...importRoutes(SCHEDULE_SHEET.definition, scheduleSheetRules, storeSchedules),
  ],
  serves: [
    serves(propertyRoom, { ...roomRules, actions: switchActs }),
    serves(propertyItem, { ...itemRules, actions: switchActs }),
    serves(handoverTemplate, { ...templateRules, actions: templateActs }),
    serves(handoverUnit, { ...unitRules, actions: { ...obligationActs, invite, revert } }),
    serves(handoverSchedule, { actions: { ...scheduleActs, 're-inspect': reinspect } }),
    serves(handoverDefect, { ...defectRules, actions: defectActs }),
  ],
  jobs: [handoverReminderJob, handoversJob, defectsJob, defectMailJob],
  collections: [sheetCollection],
  mails: handoverMails,
  fileGuards: {
    [handoverUnit.name]: guardedFiles(handoverUnit),
    [handoverSchedule.name]: guardedFiles(handoverSchedule),
  },
});
