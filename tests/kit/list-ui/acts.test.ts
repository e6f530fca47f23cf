import type { Flag } from '@lobby/shared/kit/permissions.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { applyRows, forgetRecords } from '../../../client/kit/records/records.ts';
import { isAskedAbout, staffActions, statusesOf } from '../../../client/kit/ui/actions/acts.ts';
import { allowedActions, likelyOf } from '../../../client/kit/ui/actions/allowed.ts';

const { approve, claim, reject, assign, label, complete } = ticket.actions;
const some = (...ids: string[]) => ({ ids: new Set(ids), anchor: null, all: false });

describe('acts of a list', () => {
  beforeEach(forgetRecords);

  it('are those of staff', () => {
    const names = staffActions(ticket).map(([name]) => name);
    expect(names).toContain('approve');
    expect(names).not.toContain('rate');
    expect(names).not.toContain('expire');
  });

  it('are asked about when they refuse somebody, want a reason, or are nothing without their input', () => {
    for (const action of [reject, assign, label]) expect(isAskedAbout(action)).toBe(true);
    for (const action of [approve, complete, claim]) expect(isAskedAbout(action)).toBe(false);
  });

  it('are asked about of the records that they ask about alone', () => {
    const { complete: end } = utilityBooking.actions;
    const row = (paymentState: string) => ({ id: 'a', version: 1, status: 'WAITING_FOR_COMPLETED', paymentState });
    expect([isAskedAbout(end, row('UNPAID')), isAskedAbout(end, row('PAID')), isAskedAbout(end)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('are offered from their time on', () => {
    const every = { HANDOVER: ['read', 'write', 'updateStatus'] as Flag[] };
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const names = (scheduledAt: string) => {
      const row = { id: 'a', version: 1, status: 'PENDING_EXECUTION', scheduledAt };
      return allowedActions(handoverSchedule, row, every).map(({ name }) => name);
    };
    const hour = 3_600_000;
    expect(names(at(48 * hour))).not.toEqual(expect.arrayContaining(['start']));
    expect(names(at(48 * hour))).not.toEqual(expect.arrayContaining(['no-show']));
    expect(names(at(-hour))).toEqual(expect.arrayContaining(['start', 'no-show', 'reschedule']));
  });

  it('fill the button of the day or none: what holds up, ends or takes back is never filled', () => {
    const every: Record<string, Flag[]> = {};
    for (const { code, flags } of MODULES) every[code] = [...(every[code] ?? []), ...flags];
    const filled = MODULES.flatMap(definition =>
      Object.keys(definition.statuses ?? {}).flatMap(status => {
        const row = { id: 'a', version: 1, status };
        const act = likelyOf(definition, allowedActions(definition, row, every), row);
        return act ? [`${definition.name} ${status} ${act.name}`] : [];
      }),
    );
    expect(filled).toContain('ticket WAITING_APPROVAL approve');
    expect(filled).toContain('utility-booking WAITING_FOR_COMPLETED complete');
    expect(filled.length).toBeGreaterThan(60);
    const back =
      / (reopen|pause|hold|inactive|deactivate|return|archive|lift|end|stop|warranty|reschedule|reconvene|include|cancel)$/;
    expect(filled.filter(name => back.test(name) && !/^(report|purchase-request) /.test(name))).toEqual([]);
    expect(filled.filter(name => /^(employee ACTIVE|room ACTIVE|asset IN_USE|partner ACTIVE) /.test(name))).toEqual([]);
  });

  it('are offered by the statuses of the chosen rows', () => {
    const rows = [
      { id: 'a', version: 1, status: 'APPROVED' },
      { id: 'b', version: 1, status: 'WAITING_APPROVAL' },
    ];
    applyRows('ticket', rows, { kind: 'answer', turn: 0 });
    expect(statusesOf(ticket, some('a', 'b'), {})).toEqual(new Set(['APPROVED', 'WAITING_APPROVAL']));
  });

  it('are offered by the filter when everything under it is chosen', () => {
    const all = { ...some(), all: true };
    expect(statusesOf(ticket, all, { status: { in: ['COMPLETED'] } })).toEqual(new Set(['COMPLETED']));
    expect(statusesOf(ticket, all, {})).toBeNull();
  });
});
