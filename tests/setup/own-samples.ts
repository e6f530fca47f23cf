import type { Fields } from '@lobby/shared/kit/fields.ts';
import { accountMovement } from '@lobby/shared/modules/account-movement.ts';
import { announcement } from '@lobby/shared/modules/announcement.ts';
import { approvalFlow } from '@lobby/shared/modules/approval-flow.ts';
import { approvalRequest } from '@lobby/shared/modules/approval-request.ts';
import { assignmentRule } from '@lobby/shared/modules/assignment-rule.ts';
import { bankConnection } from '@lobby/shared/modules/bank-connection.ts';
import { bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { card } from '@lobby/shared/modules/card.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { debtComparison } from '@lobby/shared/modules/debt-comparison.ts';
import { debtDispute, debtPromise } from '@lobby/shared/modules/debt-tracking.ts';
import { depositRequest } from '@lobby/shared/modules/deposit.ts';
import { elevator, elevatorClosure } from '@lobby/shared/modules/elevator.ts';
import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { bankAccount, fund } from '@lobby/shared/modules/fund.ts';
import { fundCount } from '@lobby/shared/modules/fund-count.ts';
import { guest } from '@lobby/shared/modules/guest.ts';
import { identityAccount } from '@lobby/shared/modules/identity-account.ts';
import { instalmentPlan } from '@lobby/shared/modules/instalment-plan.ts';
import { meter } from '@lobby/shared/modules/meter.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { noticeRun } from '@lobby/shared/modules/notice-run.ts';
import { parcel } from '@lobby/shared/modules/parcel.ts';
import { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { poll } from '@lobby/shared/modules/poll.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { reminderExclusion, reminderRule } from '@lobby/shared/modules/reminder.ts';
import { reportTemplate } from '@lobby/shared/modules/report-template.ts';
import { formula, tariffVersion } from '@lobby/shared/modules/tariff-version.ts';
import { template } from '@lobby/shared/modules/template.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import { watchEntry } from '@lobby/shared/modules/watchlist.ts';
import { WEEK } from '@lobby/shared/modules/work-schedule.ts';
import { writeOff } from '@lobby/shared/modules/write-off.ts';
import { AMENITY_SAMPLES, nextFrame } from './amenity-samples.ts';
import { LINE_AMOUNT } from './approval-samples.ts';
import { SPENT } from './before-samples.ts';
import { CONFERENCE_SAMPLES } from './conference-samples.ts';
import { inDays } from './days.ts';
import { HANDOVER_SAMPLES } from './handover-samples.ts';
import { INVOICE_SAMPLES } from './invoice-samples.ts';
import { REPORT_SAMPLES } from './report-calls.ts';
import { STORE_SAMPLES } from './store-samples.ts';
import { UPKEEP_SAMPLES } from './upkeep-samples.ts';

let chips = 0;
let plates = 0;
let accounts = 0;
let rules = 0;
/** A unique account number. */
const nextAccount = () => `${10_180_000 + ++accounts}`;

const nextWait = () => {
  const { from, to } = nextFrame();
  return { startAt: from, endAt: to };
};

/** A frame with the field names of a move. */
function nextMove() {
  const { from, to } = nextFrame();
  return { expectedStartAt: from, expectedEndAt: to };
}

/** Values of fields that must fit each other; `undefined` leaves a field out. */
const OWN = new Map<Fields, () => Record<string, unknown>>([
  ...STORE_SAMPLES,
  ...REPORT_SAMPLES,
  ...INVOICE_SAMPLES,
  ...AMENITY_SAMPLES,
  // A document type with one of its columns.
  [
    reportTemplate.fields,
    () => ({ documentType: 'FEE_NOTICE', columns: [{ column: 'service' }], title: '{{unit.code}}' }),
  ],
  // Fields of a mail; the channel is fixed.
  [template.fields, () => ({ purpose: 'NORMAL', channel: 'EMAIL', language: 'vi', text: undefined })],
  // One text per language; at least one recipient; text messages need their feature.
  [
    announcement.fields,
    () => ({
      texts: [{ language: 'en', title: 'Water off', content: 'From 8.' }],
      sendTypes: [{ channel: 'APP' }],
      roles: [],
    }),
  ],
  // The expected number of recipients comes from a separate call.
  [announcement.actions.send.input, () => ({ expected: undefined })],
  // A step has a single approver.
  [approvalFlow.fields.steps.of, () => ({ positionId: undefined })],
  [payslip.fields, () => SPENT],
  [approvalRequest.fields, () => ({ act: 'payslip.create', amount: 1000 })],
  // For a service, without a discount.
  [
    bill.fields,
    () => ({
      createdFor: 'SERVICE',
      debtMonth: undefined,
      discountType: undefined,
      month: '2026-10',
      mode: 'AMOUNT',
      quantity: undefined,
      oldIndex: undefined,
      newIndex: undefined,
      rolled: undefined,
      coefficient: undefined,
      periodStart: undefined,
      periodEnd: undefined,
      noticeMonth: undefined,
      release: undefined,
      accountingDate: '2026-01-05',
      voucherDate: undefined,
    }),
  ],
  [debtComparison.actions.offset.input, () => ({ rows: undefined, accountingDate: undefined })],
  [bill.actions.correct.input, () => ({ month: undefined, noticeMonth: undefined, accountingDate: undefined })],
  [bill.actions['waive-interest'].input, () => ({ amount: undefined })],
  [bill.actions.release.input, () => ({ accountingDate: undefined })],
  // A metered service, billed monthly.
  [
    service.fields,
    () => ({
      group: 'OTHER',
      type: 'PREPAID',
      source: 'METER',
      vehicleTypes: undefined,
      periodType: 'ONE_MONTH',
      firstDay: 1,
      lastDay: 31,
      accounting: 'BY_MONTH',
      usageOf: undefined,
      repeatable: false,
      order: undefined,
    }),
  ],
  ...UPKEEP_SAMPLES,
  ...CONFERENCE_SAMPLES,
  ...HANDOVER_SAMPLES,
  // Indexes within five digits.
  [
    meter.fields,
    () => ({ startIndex: 0, startDate: '2026-01-01', digits: 5, coefficient: 1, minIndex: 0, maxIndex: 99_999 }),
  ],
  [
    meter.actions.replace.input,
    () => ({
      date: '2026-11-20',
      endIndex: 5,
      startIndex: 0,
      digits: 5,
      minIndex: undefined,
      maxIndex: undefined,
    }),
  ],
  [meter.actions.dismount.input, () => ({ date: '2026-11-20', endIndex: 5 })],
  // The meter determines unit and service.
  [
    usage.fields,
    () => ({
      unitId: undefined,
      serviceId: undefined,
      month: '2026-11',
      oldIndex: undefined,
      newIndex: 10,
      rolled: false,
      usageNumber: undefined,
      confirmed: undefined,
      periodStart: undefined,
      periodEnd: undefined,
      readAt: '2026-11-20T03:00:00.000Z',
    }),
  ],
  // A single kind of price.
  [
    tariffVersion.fields,
    () => ({ pricing: 'UNIT_PRICE', unitPrice: 5000, tierPeople: undefined, noPeopleTier: undefined }),
  ],
  [formula.fields, () => ({ type: 'NUMBER_USE', parts: [] })],
  // Chip ids are hexadecimal.
  [card.fields, () => ({ type: 'RESIDENT', chipId: (4096 + ++chips).toString(16).toUpperCase() })],
  // A resident's card has no other holder.
  [card.actions.issue.input, () => ({ vehicleId: undefined, employeeId: undefined })],
  // Without a limit none is exceeded.
  [
    vehicle.fields,
    () => ({
      overLimit: undefined,
      customerGroup: 'RESIDENT',
      type: 'CAR',
      plate: `29A-${100 + ++plates}.45`,
      frameNumber: `FR${plates}`,
    }),
  ],
  [vehicle.actions.start.input, () => ({ overLimit: undefined })],
  // Contacts must live in the unit.
  [guest.fields, () => ({ contactId: undefined })],
  [visitor.fields, () => ({ contactId: undefined, guestId: undefined, askResident: undefined })],
  // Pass of a coming visit, valid now.
  [
    visitorPass.fields,
    () => ({
      guestId: undefined,
      weekdays: undefined,
      fromTime: undefined,
      toTime: undefined,
      validFrom: undefined,
      validTo: undefined,
    }),
  ],
  [visitorPass.actions.in.input, () => ({ at: undefined, desk: undefined })],
  [visitorPass.actions.out.input, () => ({ at: undefined, desk: undefined })],
  [visitor.actions['in-progress'].input, () => ({ at: undefined, desk: undefined, cardId: undefined })],
  [visitor.actions.complete.input, () => ({ at: undefined, desk: undefined })],
  [visitor.actions.receive.input, () => ({ at: undefined, desk: undefined })],
  // An active rule would assign the tickets of other samples.
  [assignmentRule.fields, () => ({ active: false })],
  // A reminder would need a debt.
  [noticeDelivery.fields, () => ({ kind: 'NORMAL', channel: 'EMAIL' })],
  // An opening balance has a single destination and pays nothing.
  [accountMovement.fields, () => ({ fromServiceId: undefined, fundId: undefined, allocations: undefined })],
  // A bank account has a single fund.
  [fund.fields, () => ({ kind: 'CASH', bankAccountId: undefined, keeperIds: undefined })],
  [fundCount.fields, () => ({ denominations: undefined, countedAt: undefined, counted: 100_000 })],
  // The sample fund is at a bank.
  [paymentMethod.fields, () => ({ kind: 'TRANSFER', settles: 'DIRECT', gatewayId: undefined })],
  [bankConnection.fields, () => ({ provider: 'GENERIC', auth: 'HMAC', allowedFrom: [] })],
  // A gateway for the building's own account needs no contract.
  [
    paymentGateway.fields,
    () => ({
      provider: 'VIETQR',
      channels: [{ channel: 'QR' }],
      purposes: [{ purpose: 'BILLS' }],
      minAmount: 10_000,
      maxAmount: 90_000,
    }),
  ],
  // The transfer text contains the code.
  [
    bankAccount.fields,
    () => ({
      bankBin: '970418',
      transferTemplate: '{code} {unit}',
      accountNumber: nextAccount(),
      accountName: `OFFICE ${accounts}`,
    }),
  ],
  [
    bankAccount.actions.replace.input,
    () => ({ bankBin: undefined, accountName: undefined, accountNumber: nextAccount() }),
  ],
  [
    identityAccount.fields,
    () => ({ virtualAccount: `VA${1_000_000 + ++accounts}`, beneficiaryName: `OFFICE ${accounts}` }),
  ],
  // Parts of a split add up to this amount.
  [bankStatementLine.fields, () => ({ amount: LINE_AMOUNT })],
  // Bills are not chosen, and no part is a requested deposit.
  [bankStatementLine.actions.match.input, () => ({ allocations: undefined })],
  [bankStatementLine.actions.split.input.rows.of, () => ({ depositRequestId: undefined })],
  // A duplicate movement would be left out.
  [bankStatementLine.actions.resolve.input, () => ({ as: 'NEW_MOVEMENT' })],
  // Other income has a category, and goes into the fund of its method.
  [receipt.fields, () => ({ methodId: undefined, method: 'TRANSFER' })],
  [voucherCategory.fields, () => ({ parentId: undefined, kind: 'INCOME' })],
  // For levels the days come from the settings.
  [reminderRule.fields, () => ({ kind: 'LATE_FEE', daysAfter: 1 + (++rules % 60) })],
  // Due in a week, by default.
  [depositRequest.fields, () => ({ dueOn: undefined, residentId: undefined })],
  // For an unpaid bill, which samples.ts makes.
  [debtPromise.fields, () => ({ noticeIds: undefined, byId: undefined })],
  [debtDispute.fields, () => ({ billIds: undefined })],
  [
    instalmentPlan.fields,
    () => ({ billIds: undefined, total: undefined, count: 2, firstDueOn: '2036-01-01', parts: undefined }),
  ],
  [instalmentPlan.actions.resume.input, () => ({ parts: undefined })],
  [writeOff.fields, () => ({ billId: undefined, amount: 1, accountingDate: undefined })],
  // Excluded from all reminders.
  [reminderExclusion.fields, () => ({ feeNoticeId: undefined })],
  // A running run would send the notices of the sample deliveries first; this one covers all units, whatever they owe.
  [
    noticeRun.fields,
    () => ({
      month: '2025-01',
      blockIds: undefined,
      floorIds: undefined,
      labelIds: undefined,
      minOwed: undefined,
    }),
  ],
  // The recipient must live in the unit.
  [parcel.fields, () => ({ residentId: undefined })],
  // Proof is by picture: the code of the day is not known to samples.
  [parcel.actions['hand-over'].input, () => ({ signature: undefined, code: undefined, at: undefined })],
  // Moves of samples need any hour.
  [
    elevator.fields,
    () => ({
      ...Object.fromEntries(WEEK.map(day => [day, '00:00-24:00'])),
      slotMinutes: '30',
      minMinutes: 30,
      maxMinutes: 240,
      bufferMinutes: 0,
    }),
  ],
  [elevatorClosure.fields, () => nextWait()],
  [elevatorReservation.fields, () => nextMove()],
  // Time defaults to now.
  [elevatorReservation.actions['in-progress'].input, () => ({ at: undefined })],
  [elevatorReservation.actions.complete.input, () => ({ at: undefined })],
  [
    cardRegistration.fields,
    () => ({
      type: 'NEW',
      target: 'RESIDENT',
      cardId: undefined,
      changes: undefined,
      overLimit: undefined,
      plate: `NG-${String(++plates).padStart(5, '0')}`,
      startDate: '2036-01-01',
    }),
  ],
  // Ids of workers are given by the server.
  [constructionRegistration.fields.workers.of, () => ({ id: undefined })],
  [constructionRegistration.actions['in-progress'].input, () => ({ at: undefined })],
  [constructionRegistration.actions.complete.input, () => ({ at: undefined })],
  // Valid for a limited time and for one unit only, as another visit has the same plate.
  [visitor.actions.warn.input, () => ({ validTo: inDays(200), unitOnly: true })],
  // A unique plate and identity number, so that visits are not marked.
  [
    watchEntry.fields,
    () => ({
      plate: `51F-${String(++plates).padStart(5, '0')}`,
      identifier: `WATCHED${100 + plates}`,
      validTo: inDays(200),
    }),
  ],
  // At least one voter.
  [poll.fields, () => ({ audience: 'RESIDENTS', roles: undefined })],
]);

/** Values in a sample that replace those of single fields. */
export const ownOf = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    [...OWN].flatMap(([of, make]) =>
      Object.keys(fields).some(name => fields[name] === of[name])
        ? Object.entries(make()).filter(([name]) => fields[name] !== undefined && fields[name] === of[name])
        : [],
    ),
  );
