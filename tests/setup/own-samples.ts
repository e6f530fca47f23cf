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
/** A number that no other account has. */
const nextAccount = () => `${10_180_000 + ++accounts}`;

const nextWait = () => {
  const { from, to } = nextFrame();
  return { startAt: from, endAt: to };
};

/** A frame by the names of a move. */
function nextMove() {
  const { from, to } = nextFrame();
  return { expectedStartAt: from, expectedEndAt: to };
}

/** Values of fields that only fit each other; `undefined` is left out. */
const OWN = new Map<Fields, () => Record<string, unknown>>([
  ...STORE_SAMPLES,
  ...REPORT_SAMPLES,
  ...INVOICE_SAMPLES,
  ...AMENITY_SAMPLES,
  // A paper of one type, with a column of its own.
  [
    reportTemplate.fields,
    () => ({ documentType: 'FEE_NOTICE', columns: [{ column: 'service' }], title: '{{unit.code}}' }),
  ],
  // What a mail has; the channel stays as it was saved first.
  [template.fields, () => ({ purpose: 'NORMAL', channel: 'EMAIL', language: 'vi', text: undefined })],
  // Each language once, to anybody: to nobody it is not sent; short messages need their feature.
  [
    announcement.fields,
    () => ({
      texts: [{ language: 'en', title: 'Water off', content: 'From 8.' }],
      sendTypes: [{ channel: 'APP' }],
      roles: [],
    }),
  ],
  // How many it would reach is asked for first.
  [announcement.actions.send.input, () => ({ expected: undefined })],
  // A step asks one person.
  [approvalFlow.fields.steps.of, () => ({ positionId: undefined })],
  [payslip.fields, () => SPENT],
  [approvalRequest.fields, () => ({ act: 'payslip.create', amount: 1000 })],
  // Of a service, without a discount.
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
  // What is read from meters, month by month.
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
  // What a meter of five digits can show.
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
  // Of a meter, which says whose and of what it is.
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
  // Prices of one kind.
  [
    tariffVersion.fields,
    () => ({ pricing: 'UNIT_PRICE', unitPrice: 5000, tierPeople: undefined, noPeopleTier: undefined }),
  ],
  [formula.fields, () => ({ type: 'NUMBER_USE', parts: [] })],
  // Chips are told in hexadecimal digits.
  [card.fields, () => ({ type: 'RESIDENT', chipId: (4096 + ++chips).toString(16).toUpperCase() })],
  // A card of a resident opens for nothing else.
  [card.actions.issue.input, () => ({ vehicleId: undefined, employeeId: undefined })],
  // Nothing is beyond a limit that there is not.
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
  // Whom a visit is for lives where it goes.
  [guest.fields, () => ({ contactId: undefined })],
  [visitor.fields, () => ({ contactId: undefined, guestId: undefined, askResident: undefined })],
  // A pass of a visit, which is still to come: it is let in all the same.
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
  // One in force would give the requests of other samples to its people.
  [assignmentRule.fields, () => ({ active: false })],
  // A reminder would need a debt.
  [noticeDelivery.fields, () => ({ kind: 'NORMAL', channel: 'EMAIL' })],
  // An opening balance goes to one place, and pays nothing.
  [accountMovement.fields, () => ({ fromServiceId: undefined, fundId: undefined, allocations: undefined })],
  // One fund stands for one account at a bank.
  [fund.fields, () => ({ kind: 'CASH', bankAccountId: undefined, keeperIds: undefined })],
  [fundCount.fields, () => ({ denominations: undefined, countedAt: undefined, counted: 100_000 })],
  // The fund of samples is at a bank.
  [paymentMethod.fields, () => ({ kind: 'TRANSFER', settles: 'DIRECT', gatewayId: undefined })],
  [bankConnection.fields, () => ({ provider: 'GENERIC', auth: 'HMAC', allowedFrom: [] })],
  // Of the building's own account, which needs no contract.
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
  // What a transfer says has its code.
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
  // The parts of a split are its amount.
  [bankStatementLine.fields, () => ({ amount: LINE_AMOUNT })],
  // What is paid by it nobody chooses, and no part of it is a deposit that was asked for.
  [bankStatementLine.actions.match.input, () => ({ allocations: undefined })],
  [bankStatementLine.actions.split.input.rows.of, () => ({ depositRequestId: undefined })],
  // The same movement once more is left out instead.
  [bankStatementLine.actions.resolve.input, () => ({ as: 'NEW_MOVEMENT' })],
  // Other income is of a category, into the fund of its method.
  [receipt.fields, () => ({ methodId: undefined, method: 'TRANSFER' })],
  [voucherCategory.fields, () => ({ parentId: undefined, kind: 'INCOME' })],
  // Of a level the days are those of the settings.
  [reminderRule.fields, () => ({ kind: 'LATE_FEE', daysAfter: 1 + (++rules % 60) })],
  // Due in a week.
  [depositRequest.fields, () => ({ dueOn: undefined, residentId: undefined })],
  // Of a bill that is owed: samples.ts makes it.
  [debtPromise.fields, () => ({ noticeIds: undefined, byId: undefined })],
  [debtDispute.fields, () => ({ billIds: undefined })],
  [
    instalmentPlan.fields,
    () => ({ billIds: undefined, total: undefined, count: 2, firstDueOn: '2036-01-01', parts: undefined }),
  ],
  [instalmentPlan.actions.resume.input, () => ({ parts: undefined })],
  [writeOff.fields, () => ({ billId: undefined, amount: 1, accountingDate: undefined })],
  // Who is left out is left out of all.
  [reminderExclusion.fields, () => ({ feeNoticeId: undefined })],
  // A run that goes on would send the notices of the deliveries first; it is of all homes, whatever they owe.
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
  // Whom it is for lives where it goes.
  [parcel.fields, () => ({ residentId: undefined })],
  // What is in the picture proves it; the code of the day is nobody's sample.
  [parcel.actions['hand-over'].input, () => ({ signature: undefined, code: undefined, at: undefined })],
  // Moves come one after another, at any hour.
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
  // What is done is done now.
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
  // What is said of workers comes back with their ids.
  [constructionRegistration.fields.workers.of, () => ({ id: undefined })],
  [constructionRegistration.actions['in-progress'].input, () => ({ at: undefined })],
  [constructionRegistration.actions.complete.input, () => ({ at: undefined })],
  // An entry ends soon enough, and is of one unit: another visit has the same plate.
  [visitor.actions.warn.input, () => ({ validTo: inDays(200), unitOnly: true })],
  // By a plate and an identifier that no other entry has; the list of visits stays as it is.
  [
    watchEntry.fields,
    () => ({
      plate: `51F-${String(++plates).padStart(5, '0')}`,
      identifier: `WATCHED${100 + plates}`,
      validTo: inDays(200),
    }),
  ],
  // Somebody may vote.
  [poll.fields, () => ({ audience: 'RESIDENTS', roles: undefined })],
]);

/** What a sample of these fields, or of some of them, holds in place of what each field alone would. */
export const ownOf = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    [...OWN].flatMap(([of, make]) =>
      Object.keys(fields).some(name => fields[name] === of[name])
        ? Object.entries(make()).filter(([name]) => fields[name] !== undefined && fields[name] === of[name])
        : [],
    ),
  );
