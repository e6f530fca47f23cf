import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { document } from '@lobby/shared/modules/document.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { parcel } from '@lobby/shared/modules/parcel.ts';
import { SERVER_MODULES } from '../app/modules.ts';
import type { FileGuard } from '../kit/files/file-routes.ts';
import type { Route } from '../kit/http/route.ts';
import { serve } from '../kit/serve.ts';
import type { HomeFigure } from '../platform/home/figures.ts';
import { routesOf } from '../platform/server-module.ts';
import { syncRoutes } from './accounting-sync/index.ts';
import { amenityStatistics } from './amenity-statistics/index.ts';
import { announcementRoutes } from './announcement/index.ts';
import { approvalFlowRoutes } from './approval-flow/index.ts';
import { approvalRequestRoutes, withSecondPerson } from './approval-request/index.ts';
import { assetRoutes } from './asset/index.ts';
import { bankAccountRoutes } from './bank-account/index.ts';
import { connectionRoutes } from './bank-connection/index.ts';
import { billingRoutes } from './billing-service/index.ts';
import { budgetRoutes } from './budget/index.ts';
import { calendarRoutes } from './calendar-feed/index.ts';
import { cardRoutes, openForms } from './card/index.ts';
import { conferenceRoutes } from './conference/index.ts';
import { constructionRoutes } from './construction-registration/index.ts';
import { debtRoutes } from './debt-tracking/index.ts';
import { depositRoutes } from './deposit/index.ts';
import { documentRoutes, mayOpen } from './document/index.ts';
import { elevatorRoutes } from './elevator/index.ts';
import { reservationRoutes } from './elevator-reservation/index.ts';
import { suppressionRoutes } from './email-suppression/index.ts';
import { feeNoticeRoutes } from './fee-notice/index.ts';
import { fundRoutes } from './fund/index.ts';
import { handoverStatistics } from './handover-statistic/index.ts';
import { handoverRoutes } from './handover-unit/index.ts';
import { hotlineRoutes } from './hotline/index.ts';
import { labelRoutes } from './label/index.ts';
import { locationRoutes } from './location/index.ts';
import { lockDateRoutes } from './lock-date/index.ts';
import { broughtWorks, maintenanceRoutes } from './maintenance/index.ts';
import { checklistRoutes } from './maintenance-checklist/index.ts';
import { merchantOrderRoutes } from './merchant-order/index.ts';
import { newsRoutes } from './news/index.ts';
import { onlineRoutes } from './online-transaction/index.ts';
import { parcelRoutes } from './parcel/index.ts';
import { partnerRoutes } from './partner/index.ts';
import { paymentRoutes } from './payment/index.ts';
import { gatewayRoutes } from './payment-gateway/index.ts';
import { paymentMethodRoutes } from './payment-method/index.ts';
import { pollRoutes } from './poll/index.ts';
import { purchaseRoutes } from './purchase-request/index.ts';
import { reconciliationRoutes } from './reconciliation/index.ts';
import { contractRoutes } from './rental-contract/index.ts';
import { reportRoutes } from './report/index.ts';
import { scheduleRoutes as reportScheduleRoutes } from './report-schedule/index.ts';
import { residentRoutes } from './resident/index.ts';
import { guardedFiles } from './resident-form/index.ts';
import { residentHomeRoutes } from './resident-home/index.ts';
import { chatRoutes } from './room/index.ts';
import { shiftLogRoutes } from './shift-log/index.ts';
import { staffRoutes } from './staff/index.ts';
import { stockDocumentRoutes } from './stock-document/index.ts';
import { stockTakeRoutes } from './stock-take/index.ts';
import { supplyRoutes } from './supply/index.ts';
import { tariffRoutes } from './tariff/index.ts';
import { taskRoutes } from './task/index.ts';
import { technicalRoutes } from './technical-system/index.ts';
import { templateRoutes } from './template/index.ts';
import { unitRoutes } from './unit/index.ts';
import { unitAccountRoutes } from './unit-account/index.ts';
import { usageRoutes } from './usage/index.ts';
import { utilityRoutes } from './utility/index.ts';
import { bookingRoutes, openBookings, opened } from './utility-booking/index.ts';
import { closureRoutes } from './utility-closure/index.ts';
import { workScheduleRoutes } from './work-schedule/index.ts';

/** Who may read the files of a module's records, where a signed link alone does not say it. */
export const fileGuards: Readonly<Record<string, FileGuard>> = {
  ...Object.assign({}, ...SERVER_MODULES.map(module => module.fileGuards)),
  [document.name]: mayOpen,
  [parcel.name]: guardedFiles(parcel),
  [handoverUnit.name]: guardedFiles(handoverUnit),
  [handoverSchedule.name]: guardedFiles(handoverSchedule),
  [conferenceUnit.name]: guardedFiles(conferenceUnit),
};

/** The numbers of the first page that modules count themselves. */
export const homeFigures: readonly HomeFigure[] = SERVER_MODULES.flatMap(({ figures = [] }) => figures);

/** The routes of all modules; a definition that no module serves is served as it stands. */
export function moduleRoutes(): Route[] {
  const special = [
    ...SERVER_MODULES.flatMap(module => routesOf(module, MODULES)),
    ...chatRoutes(MODULES),
    ...taskRoutes(MODULES),
    ...announcementRoutes(MODULES),
    ...suppressionRoutes(MODULES),
    ...newsRoutes(MODULES),
    ...pollRoutes(MODULES),
    ...amenityStatistics,
    ...calendarRoutes,
    ...bookingRoutes(MODULES),
    ...merchantOrderRoutes(MODULES),
    ...closureRoutes(MODULES),
    ...utilityRoutes(MODULES, opened),
    ...reservationRoutes(MODULES),
    ...elevatorRoutes(MODULES),
    ...constructionRoutes(MODULES),
    ...cardRoutes(MODULES),
    ...approvalFlowRoutes(MODULES),
    ...approvalRequestRoutes(MODULES),
    ...parcelRoutes(MODULES),
    ...shiftLogRoutes(MODULES),
    ...tariffRoutes(MODULES),
    ...billingRoutes(MODULES),
    ...usageRoutes(MODULES),
    ...feeNoticeRoutes(MODULES),
    ...bankAccountRoutes(MODULES),
    ...fundRoutes(MODULES),
    ...budgetRoutes(MODULES),
    ...depositRoutes(MODULES),
    ...debtRoutes(MODULES),
    ...paymentRoutes(MODULES),
    ...connectionRoutes(MODULES),
    ...gatewayRoutes(MODULES),
    ...onlineRoutes(MODULES),
    ...syncRoutes(MODULES),
    ...paymentMethodRoutes(MODULES),
    ...reconciliationRoutes,
    ...unitAccountRoutes(MODULES),
    ...lockDateRoutes(MODULES),
    ...handoverStatistics,
    ...conferenceRoutes(MODULES),
    ...handoverRoutes(MODULES),
    ...hotlineRoutes(MODULES),
    ...assetRoutes(MODULES, broughtWorks),
    ...technicalRoutes(MODULES, broughtWorks),
    ...checklistRoutes(MODULES),
    ...maintenanceRoutes(MODULES),
    ...labelRoutes(MODULES),
    ...unitRoutes(MODULES),
    ...locationRoutes(MODULES),
    ...workScheduleRoutes(MODULES),
    ...residentHomeRoutes,
    ...residentRoutes(MODULES, [...SERVER_MODULES.flatMap(({ openOf = [] }) => openOf), openBookings, openForms]),
    ...documentRoutes(MODULES),
    ...templateRoutes(MODULES),
    ...contractRoutes(MODULES),
    ...partnerRoutes(MODULES),
    ...purchaseRoutes(MODULES),
    ...supplyRoutes(MODULES),
    ...stockTakeRoutes(MODULES),
    ...stockDocumentRoutes(MODULES),
    ...reportRoutes(MODULES),
    ...reportScheduleRoutes(MODULES),
    ...staffRoutes(MODULES),
  ];
  const served = new Set(special.map(({ path }) => path));
  return withSecondPerson([
    ...special,
    ...MODULES.filter(({ path }) => !served.has(path)).flatMap(one => serve(one, {}, MODULES)),
  ]);
}
