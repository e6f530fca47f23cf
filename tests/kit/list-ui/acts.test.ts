import { ticket } from '@lobby/shared/modules/ticket.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { applyRows, forgetRecords } from '../../../client/kit/records/records.ts';
import { isAskedAbout, staffActions, statusesOf } from '../../../client/kit/ui/actions/acts.ts';

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
