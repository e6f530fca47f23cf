import type { Definition } from '../kit/definition.ts';
import { accountMovement, serviceAdvance } from './account-movement.ts';
import { announcement } from './announcement.ts';
import { announcementDelivery } from './announcement-delivery.ts';
import { approvalFlow } from './approval-flow.ts';
import { approvalRequest } from './approval-request.ts';
import { asset } from './asset.ts';
import { assignmentRule } from './assignment-rule.ts';
import { bankConnection } from './bank-connection.ts';
import { bankStatement, bankStatementLine } from './bank-statement.ts';
import { bill } from './bill.ts';
import { billRun } from './bill-run.ts';
import { service } from './billing-service.ts';
import { budget } from './budget.ts';
import { card } from './card.ts';
import { cardRegistration } from './card-registration.ts';
import { conference } from './conference.ts';
import { conferenceAnswer, conferenceSurvey } from './conference-survey.ts';
import { conferenceUnit } from './conference-unit.ts';
import { constructionRegistration } from './construction-registration.ts';
import { contractAnnex } from './contract-annex.ts';
import { contractTemplate } from './contract-template.ts';
import { debtComparison } from './debt-comparison.ts';
import { debtContact, debtDispute, debtPromise } from './debt-tracking.ts';
import { deposit, depositRequest } from './deposit.ts';
import { device } from './device.ts';
import { deviceReading } from './device-reading.ts';
import { document, documentVersion } from './document.ts';
import { downtime } from './downtime.ts';
import { elevator, elevatorClosure } from './elevator.ts';
import { elevatorReservation } from './elevator-reservation.ts';
import { emailSuppression } from './email-suppression.ts';
import { department, employee, position } from './employee.ts';
import { feeNotice } from './fee-notice.ts';
import { floor } from './floor.ts';
import { folder } from './folder.ts';
import { bankAccount, fund, fundTransfer } from './fund.ts';
import { fundCount } from './fund-count.ts';
import { guest } from './guest.ts';
import { handoverTemplate, propertyItem, propertyRoom } from './handover-data.ts';
import { handoverDefect } from './handover-defect.ts';
import { handoverSchedule } from './handover-schedule.ts';
import { handoverUnit } from './handover-unit.ts';
import { hotline } from './hotline.ts';
import { identityAccount } from './identity-account.ts';
import { instalmentPlan } from './instalment-plan.ts';
import { invoice } from './invoice.ts';
import { invoiceBuyer } from './invoice-buyer.ts';
import { invoiceItem } from './invoice-item.ts';
import { invoiceSeries } from './invoice-series.ts';
import { itemCategory } from './item-category.ts';
import { label } from './label.ts';
import { labelGroup } from './label-group.ts';
import { journalEntry, unitAccount } from './ledger.ts';
import { location, place } from './location.ts';
import { lockDate } from './lock-date.ts';
import { maintenance } from './maintenance.ts';
import { maintenanceChecklist } from './maintenance-checklist.ts';
import { maintenancePlan } from './maintenance-plan.ts';
import { merchantOrder } from './merchant-order.ts';
import { meter } from './meter.ts';
import { news } from './news.ts';
import { noticeDelivery } from './notice-delivery.ts';
import { noticeRun } from './notice-run.ts';
import { onlineTransaction } from './online-transaction.ts';
import { parcel } from './parcel.ts';
import { parking } from './parking.ts';
import { partner } from './partner.ts';
import { partnerContract } from './partner-contract.ts';
import { paymentGateway } from './payment-gateway.ts';
import { paymentMethod } from './payment-method.ts';
import { payslip } from './payslip.ts';
import { poll } from './poll.ts';
import { purchaseRequest } from './purchase-request.ts';
import { receipt } from './receipt.ts';
import { reminderExclusion, reminderRule } from './reminder.ts';
import { rentalContract } from './rental-contract.ts';
import { report } from './report.ts';
import { reportSchedule } from './report-schedule.ts';
import { reportTemplate } from './report-template.ts';
import { residency, resident } from './resident.ts';
import { room } from './room.ts';
import { roomTopic } from './room-topic.ts';
import { serviceLevel } from './service-level.ts';
import { serviceRegistration } from './service-registration.ts';
import { shiftLog } from './shift-log.ts';
import { stockDocument } from './stock-document.ts';
import { stockTake, stockTakeLine } from './stock-take.ts';
import { stockLevel, stockMovement, supply, warehouse } from './supply.ts';
import { syncCode } from './sync-code.ts';
import { syncConnection } from './sync-connection.ts';
import { syncReceipt } from './sync-receipt.ts';
import { syncRun } from './sync-run.ts';
import { tariff } from './tariff.ts';
import { formula, surcharge, tariffVersion } from './tariff-version.ts';
import { task } from './task.ts';
import { taxMessage } from './tax-message.ts';
import { systemGroup, technicalSystem } from './technical-system.ts';
import { template } from './template.ts';
import { ticket } from './ticket.ts';
import { ticketReply } from './ticket-reply.ts';
import { ticketType } from './ticket-type.ts';
import { block, unit } from './unit.ts';
import { usage } from './usage.ts';
import { utility } from './utility.ts';
import { utilityBan } from './utility-ban.ts';
import { utilityBooking } from './utility-booking.ts';
import { utilityClosure } from './utility-closure.ts';
import { utilityGroup } from './utility-group.ts';
import { utilityWaitlist } from './utility-waitlist.ts';
import { vehicle } from './vehicle.ts';
import { visitor } from './visitor.ts';
import { visitorPass } from './visitor-pass.ts';
import { voteSheet } from './vote-sheet.ts';
import { voucherCategory } from './voucher-category.ts';
import { watchEntry } from './watchlist.ts';
import { holiday, workSchedule } from './work-schedule.ts';
import { writeOff } from './write-off.ts';

/** All definitions of modules with records. */
export const MODULES: readonly Definition[] = [
  ticket,
  ticketType,
  ticketReply,
  serviceLevel,
  assignmentRule,
  room,
  roomTopic,
  task,
  announcement,
  announcementDelivery,
  news,
  poll,
  utilityBooking,
  utilityWaitlist,
  merchantOrder,
  utility,
  utilityGroup,
  utilityBan,
  utilityClosure,
  visitor,
  visitorPass,
  watchEntry,
  guest,
  elevatorReservation,
  elevator,
  elevatorClosure,
  constructionRegistration,
  cardRegistration,
  card,
  vehicle,
  approvalFlow,
  approvalRequest,
  parcel,
  shiftLog,
  service,
  tariff,
  tariffVersion,
  formula,
  surcharge,
  serviceRegistration,
  usage,
  meter,
  parking,
  bill,
  billRun,
  feeNotice,
  noticeRun,
  noticeDelivery,
  emailSuppression,
  reminderRule,
  reminderExclusion,
  receipt,
  voucherCategory,
  payslip,
  deposit,
  depositRequest,
  debtComparison,
  debtPromise,
  debtDispute,
  instalmentPlan,
  writeOff,
  debtContact,
  fund,
  fundTransfer,
  fundCount,
  bankAccount,
  bankStatement,
  bankStatementLine,
  bankConnection,
  identityAccount,
  paymentMethod,
  paymentGateway,
  onlineTransaction,
  invoice,
  invoiceItem,
  invoiceSeries,
  invoiceBuyer,
  taxMessage,
  syncReceipt,
  syncConnection,
  syncCode,
  syncRun,
  unitAccount,
  accountMovement,
  serviceAdvance,
  journalEntry,
  lockDate,
  label,
  labelGroup,
  block,
  floor,
  unit,
  resident,
  residency,
  folder,
  document,
  documentVersion,
  contractTemplate,
  template,
  reportTemplate,
  rentalContract,
  contractAnnex,
  asset,
  itemCategory,
  technicalSystem,
  systemGroup,
  device,
  deviceReading,
  downtime,
  budget,
  maintenanceChecklist,
  maintenancePlan,
  maintenance,
  partner,
  partnerContract,
  supply,
  warehouse,
  stockLevel,
  stockMovement,
  stockDocument,
  stockTake,
  stockTakeLine,
  hotline,
  purchaseRequest,
  handoverTemplate,
  propertyRoom,
  propertyItem,
  conference,
  conferenceUnit,
  conferenceSurvey,
  conferenceAnswer,
  voteSheet,
  handoverUnit,
  handoverSchedule,
  handoverDefect,
  report,
  reportSchedule,
  location,
  place,
  workSchedule,
  holiday,
  employee,
  department,
  position,
];

/** Definition by name; throws if there is none. */
export function definitionOf(name: string): Definition {
  const found = MODULES.find(definition => definition.name === name);
  if (!found) throw new Error(`no module ${name}`);
  return found;
}
