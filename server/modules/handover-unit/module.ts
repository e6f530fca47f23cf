import { handoverTemplate, propertyItem, propertyRoom, TEMPLATE_SHEET } from '@lobby/shared/modules/handover-data.ts';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { handoverSchedule, SCHEDULE_SHEET } from '@lobby/shared/modules/handover-schedule.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { moveRoute } from '../../kit/records/ordered.ts';
import { importRoutes } from '../../kit/sheets/import/routes.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { guardedFiles } from '../resident-form/index.ts';
import { addRoute, applyRoute } from './add.ts';
import { autoRoute } from './auto.ts';
import { calendarRoute } from './calendar.ts';
import { configRoutes } from './config.ts';
import { itemRules, roomRules, switchActs, templateActs, templateRules } from './data.ts';
import { dayPrintRoute } from './day-print.ts';
import { defectActs } from './defect-acts.ts';
import { runDefectsJob } from './defect-jobs.ts';
import { mailDefects } from './defect-mails.ts';
import { defectRoutes } from './defect-routes.ts';
import { defectRules } from './defects.ts';
import { paperRoutes } from './file-paper.ts';
import { handedRoute } from './handed.ts';
import { handoverMails, invite } from './invite.ts';
import { runHandoversJob } from './jobs.ts';
import { letterRoute } from './letter.ts';
import { readyRoute } from './make-ready.ts';
import { planRoutes } from './plan.ts';
import { sheetRoute } from './print.ts';
import { remindOfHandovers } from './reminders.ts';
import { reinspect, revert } from './revert.ts';
import { scheduleActs } from './schedule.ts';
import { scheduleSheetRules, storeSchedules } from './schedule-import.ts';
import { sheetCollection } from './sheet.ts';
import { sheetRoutes } from './sheet-routes.ts';
import { slotsRoute } from './slots.ts';
import { storeTemplates, templateSheetRules } from './template-import.ts';
import { obligationActs, unitRules } from './units.ts';

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
  jobs: [
    { name: 'reminders of handovers', every: '*/10 * * * *', run: remindOfHandovers },
    { name: 'handovers that are late', every: '30 0 * * *', run: runHandoversJob },
    { name: 'defects of handovers', every: '45 * * * *', run: runDefectsJob },
    { name: 'lists of defects', every: '5 * * * *', run: mailDefects },
  ],
  collections: [sheetCollection],
  mails: handoverMails,
  fileGuards: {
    [handoverUnit.name]: guardedFiles(handoverUnit),
    [handoverSchedule.name]: guardedFiles(handoverSchedule),
  },
});
