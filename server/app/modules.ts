import { accountingSyncModule } from '../modules/accounting-sync/module.ts';
import { amenityStatisticsModule } from '../modules/amenity-statistics/module.ts';
import { announcementModule } from '../modules/announcement/module.ts';
import { approvalFlowModule } from '../modules/approval-flow/module.ts';
import { approvalRequestModule } from '../modules/approval-request/module.ts';
import { assetModule } from '../modules/asset/module.ts';
import { bankAccountModule } from '../modules/bank-account/module.ts';
import { bankConnectionModule } from '../modules/bank-connection/module.ts';
import { bankStatementModule } from '../modules/bank-statement/module.ts';
import { billModule } from '../modules/bill/module.ts';
import { billingServiceModule } from '../modules/billing-service/module.ts';
import { budgetModule } from '../modules/budget/module.ts';
import { calendarFeedModule } from '../modules/calendar-feed/module.ts';
import { cardModule } from '../modules/card/module.ts';
import { conferenceModule } from '../modules/conference/module.ts';
import { constructionRegistrationModule } from '../modules/construction-registration/module.ts';
import { debtComparisonModule } from '../modules/debt-comparison/module.ts';
import { debtTrackingModule } from '../modules/debt-tracking/module.ts';
import { depositModule } from '../modules/deposit/module.ts';
import { documentModule } from '../modules/document/module.ts';
import { elevatorModule } from '../modules/elevator/module.ts';
import { elevatorReservationModule } from '../modules/elevator-reservation/module.ts';
import { emailSuppressionModule } from '../modules/email-suppression/module.ts';
import { feeNoticeModule } from '../modules/fee-notice/module.ts';
import { financialReportsModule } from '../modules/financial-reports/module.ts';
import { fundModule } from '../modules/fund/module.ts';
import { handoverStatisticModule } from '../modules/handover-statistic/module.ts';
import { handoverUnitModule } from '../modules/handover-unit/module.ts';
import { hotlineModule } from '../modules/hotline/module.ts';
import { invoiceModule } from '../modules/invoice/module.ts';
import { labelModule } from '../modules/label/module.ts';
import { ledgerModule } from '../modules/ledger/module.ts';
import { locationModule } from '../modules/location/module.ts';
import { lockDateModule } from '../modules/lock-date/module.ts';
import { maintenanceModule } from '../modules/maintenance/module.ts';
import { maintenanceChecklistModule } from '../modules/maintenance-checklist/module.ts';
import { merchantOrderModule } from '../modules/merchant-order/module.ts';
import { newsModule } from '../modules/news/module.ts';
import { onlineTransactionModule } from '../modules/online-transaction/module.ts';
import { parcelModule } from '../modules/parcel/module.ts';
import { partnerModule } from '../modules/partner/module.ts';
import { paymentModule } from '../modules/payment/module.ts';
import { paymentGatewayModule } from '../modules/payment-gateway/module.ts';
import { paymentMethodModule } from '../modules/payment-method/module.ts';
import { payslipModule } from '../modules/payslip/module.ts';
import { pollModule } from '../modules/poll/module.ts';
import { purchaseRequestModule } from '../modules/purchase-request/module.ts';
import { receiptModule } from '../modules/receipt/module.ts';
import { reconciliationModule } from '../modules/reconciliation/module.ts';
import { rentalContractModule } from '../modules/rental-contract/module.ts';
import { reportModule } from '../modules/report/module.ts';
import { reportScheduleModule } from '../modules/report-schedule/module.ts';
import { residentModule } from '../modules/resident/module.ts';
import { residentFormModule } from '../modules/resident-form/module.ts';
import { residentHomeModule } from '../modules/resident-home/module.ts';
import { retentionModule } from '../modules/retention/module.ts';
import { roomModule } from '../modules/room/module.ts';
import { shiftLogModule } from '../modules/shift-log/module.ts';
import { staffModule } from '../modules/staff/module.ts';
import { stockDocumentModule } from '../modules/stock-document/module.ts';
import { stockTakeModule } from '../modules/stock-take/module.ts';
import { supplyModule } from '../modules/supply/module.ts';
import { tariffModule } from '../modules/tariff/module.ts';
import { taskModule } from '../modules/task/module.ts';
import { technicalSystemModule } from '../modules/technical-system/module.ts';
import { templateModule } from '../modules/template/module.ts';
import { ticketModule } from '../modules/ticket/module.ts';
import { unitModule } from '../modules/unit/module.ts';
import { unitAccountModule } from '../modules/unit-account/module.ts';
import { usageModule } from '../modules/usage/module.ts';
import { utilityModule } from '../modules/utility/module.ts';
import { utilityBookingModule } from '../modules/utility-booking/module.ts';
import { visitorModule } from '../modules/visitor/module.ts';
import { voucherCategoryModule } from '../modules/voucher-category/module.ts';
import { workScheduleModule } from '../modules/work-schedule/module.ts';
import type { ServerModule } from '../platform/server-module.ts';

/** All modules, in matching order of their routes. */
export const SERVER_MODULES: readonly ServerModule[] = [
  ledgerModule,
  billModule,
  visitorModule,
  receiptModule,
  payslipModule,
  voucherCategoryModule,
  financialReportsModule,
  bankStatementModule,
  invoiceModule,
  ticketModule,
  retentionModule,
  roomModule,
  taskModule,
  announcementModule,
  emailSuppressionModule,
  newsModule,
  pollModule,
  amenityStatisticsModule,
  calendarFeedModule,
  utilityBookingModule,
  merchantOrderModule,
  utilityModule,
  elevatorReservationModule,
  elevatorModule,
  constructionRegistrationModule,
  cardModule,
  approvalFlowModule,
  approvalRequestModule,
  parcelModule,
  shiftLogModule,
  tariffModule,
  billingServiceModule,
  usageModule,
  feeNoticeModule,
  bankAccountModule,
  fundModule,
  budgetModule,
  depositModule,
  debtComparisonModule,
  debtTrackingModule,
  paymentModule,
  bankConnectionModule,
  paymentGatewayModule,
  onlineTransactionModule,
  accountingSyncModule,
  paymentMethodModule,
  reconciliationModule,
  unitAccountModule,
  lockDateModule,
  handoverStatisticModule,
  conferenceModule,
  handoverUnitModule,
  hotlineModule,
  assetModule,
  technicalSystemModule,
  maintenanceChecklistModule,
  maintenanceModule,
  labelModule,
  unitModule,
  locationModule,
  workScheduleModule,
  residentHomeModule,
  residentModule,
  documentModule,
  templateModule,
  rentalContractModule,
  partnerModule,
  purchaseRequestModule,
  supplyModule,
  stockTakeModule,
  stockDocumentModule,
  reportModule,
  reportScheduleModule,
  staffModule,
  residentFormModule,
];
