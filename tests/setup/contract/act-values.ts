import type { Action, Definition } from '@lobby/shared/kit/definition.ts';
import type { Fields } from '@lobby/shared/kit/fields.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { budget } from '@lobby/shared/modules/budget.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { deposit } from '@lobby/shared/modules/deposit.ts';
import { elevatorClosure } from '@lobby/shared/modules/elevator.ts';
import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { poll } from '@lobby/shared/modules/poll.ts';
import { FORM_ACTIONS } from '@lobby/shared/modules/resident-form.ts';
import { stockDocument } from '@lobby/shared/modules/stock-document.ts';
import { syncConnection } from '@lobby/shared/modules/sync-connection.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { today } from '../time/days.ts';

/** Values that a record must have for an action. */
export function valuesFor(action: Action, { fields }: Pick<Definition, 'fields'>): Record<string, unknown> {
  // A deposit that is due blocks later actions.
  const { when = {} } = action;
  const settled = 'depositStatus' in fields ? { depositStatus: ['NONE'] } : {};
  const running = { from: new Date(Date.now() - 1000), to: new Date(Date.now() + 3_600_000) };
  const own =
    'offeredSlots' in fields
      ? // A full slot has no room for others.
        { offerUntil: new Date(Date.now() + 3_600_000), quantity: 0 }
      : 'paidFee' in fields
        ? bookingFor(action)
        : 'openedAt' in fields && 'repeat' in fields
          ? running
          : 'collectedBy' in fields
            ? orderFor(action)
            : {};
  const values = Object.fromEntries(
    Object.entries({ ...settled, ...when }).map(([name, [first]]) => [
      name,
      first === 'true' ? true : first === 'false' ? false : first,
    ]),
  );
  return { ...values, ...own, ...movedBy(action, fields) };
}

/** State that an action requires: closures that are running, moves that are due, questions that are asked. */
function movedBy(action: Action, fields: Fields): Record<string, unknown> {
  const hour = 3_600_000;
  const [before, after] = [new Date(Date.now() - hour), new Date(Date.now() + hour)];
  // Residents change future appointments; started and missed ones are past.
  if (fields === handoverSchedule.fields) {
    const { start, 'no-show': missed } = handoverSchedule.actions;
    const from = action === start || action === missed ? before : new Date(Date.now() + 72 * hour);
    return { scheduledAt: from, endAt: new Date(from.getTime() + 60_000), confirmedByResident: false };
  }
  // Units that come back have left before.
  if (action === conferenceUnit.actions['come-back']) return { leftAt: before };
  // Interest is charged and waived on overdue bills.
  if (action === bill.actions['charge-interest'] || action === bill.actions['waive-interest']) return { late: true };
  // A year is closed after its end.
  if (action === budget.actions.close) return { year: 2001 };
  // Units with paid obligations are invited.
  if (fields === handoverUnit.fields && action === handoverUnit.actions.invite) return { obligation: 'COMPLETE' };
  if (fields === elevatorClosure.fields) return { startAt: before, endAt: after };
  // Households answer pending questions.
  if (action === visitor.actions.answer) return { residentAnswer: 'ASKED' };
  // Amounts that were transferred can be taken back.
  if (action === deposit.actions['take-back']) return { moves: [MOVED_ON] };
  // A document without stock moves can be cancelled anywhere.
  if (action === stockDocument.actions.cancel) return { lines: [], code: 'NK-2611-00001' };
  if (action === FORM_ACTIONS['hand-on']) return askedAtStep();
  // The tax office knows an invoice by its series, number and day.
  if (action === invoice.actions['notify-error'])
    return { form: '1', symbol: 'K26TAA', number: 1, invoiceDate: today() };
  // Reminders are refused while a notification is under way.
  if (action === poll.actions.remind) return { telling: null };
  // A tested connection can be activated.
  if (action === syncConnection.actions.test) return { secretSetAt: before };
  if (action === syncConnection.actions.activate) return { testPassedAt: before };
  const begins = action === elevatorReservation.actions['in-progress'];
  return begins ? { expectedStartAt: before, expectedEndAt: after } : {};
}

/** An amount of a deposit transferred to another unit. */
const MOVED_ON = {
  key: 'one',
  act: 'TRANSFER',
  day: today(),
  amount: 1,
  toUnitId: null,
  depositId: null,
  entryId: 'none',
  reason: null,
  canceledOn: null,
};

/** Amounts and state of an order as far as an action needs them. */
function orderFor({ from, flag, input = {} }: Action): Record<string, unknown> {
  if (flag === 'approve') return { round: 2 };
  if ('signature' in input) return { collectedBy: 'BUILDING', total: 1000 };
  if (!('accountingDate' in input)) return {};
  return { total: 1000, ...(from.includes('RESIDENT_CONFIRMED') ? {} : { paidAt: new Date() }) };
}

/** Amounts, payments, refunds and times of a booking as far as an action needs them. */
function bookingFor({ from, input = {}, when = {} }: Action): Record<string, unknown> {
  const now = Date.now();
  if ('token' in input) return { startAt: new Date(now - 1000), endAt: new Date(now + 3_600_000) };
  if ('withoutPayment' in input) return { fee: 0, surcharge: 0, deposit: 0 };
  // No-shows are marked and withdrawn after the booking's end.
  if (from.includes('COMPLETED') && 'noShow' in when)
    return { endAt: new Date(now - 1000), noShowAt: new Date(now - 1000), checkedInAt: null };
  if (!from.includes('COMPLETED')) return {};
  const parts = ['Fee', 'Surcharge', 'Deposit'].flatMap(part => [
    [`paid${part}`, 1000],
    [`due${part}`, 1000],
  ]);
  return { ...Object.fromEntries(parts), fee: 1000, surcharge: 1000, deposit: 1000, depositStatus: 'DEPOSITED' };
}

/** A form at its only approval step, whose approvers are not present. */
function askedAtStep(): Record<string, unknown> {
  const nobody = { approverId: null, positionId: null, deputyId: null, by: null };
  const times = { slaHours: 1, startedAt: new Date().toISOString(), dueAt: null, at: null };
  const step = { id: '0'.repeat(24), stepName: 'Step', status: 'WAITING', overdue: false, onBehalf: false, note: null };
  return { flowSteps: [{ ...step, ...nobody, ...times }], flowCurrent: 0, flowCount: 1, stepName: 'Step' };
}
