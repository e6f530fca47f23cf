import { answers } from '@lobby/shared/kit/definition.ts';
import type { Field, Fields } from '@lobby/shared/kit/fields.ts';
import { overIn } from '@lobby/shared/kit/over.ts';
import { inputSchema } from '@lobby/shared/kit/schema.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { label } from '@lobby/shared/modules/label.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatsOf } from '../../../client/kit/i18n/format.ts';
import { changedValues, isSame, meet } from '../../../client/kit/ui/form/changes.ts';
import { readForm, writeForm } from '../../../client/kit/ui/form/read-form.ts';
import type { Writing } from '../../../client/kit/ui/form/values.ts';

const how: Writing = {
  formats: formatsOf('vi', 'Asia/Ho_Chi_Minh'),
  timeZone: 'Asia/Ho_Chi_Minh',
  today: '2026-11-21',
};

describe('a form', () => {
  it('has today in it where what is new is usually of today, and what was said where it was', () => {
    const day = (values: object, mode: 'create' | 'update') =>
      writeForm(receipt.fields, { ...values }, how, mode).accountingDate;
    expect(day({}, 'create')).toBe('21/11/2026');
    expect(day({ accountingDate: '2026-10-31' }, 'create')).toBe('31/10/2026');
    expect(day({}, 'update')).toBe('');
  });

  it('begins with today wherever it must be told when something was done, or for the books', () => {
    const PAST = /^(accountingDate|doneOn|endedDate|stoppedOn|registerDate)$/;
    const asked = MODULES.flatMap(definition => {
      const { name, fields, actions = {} } = definition;
      return [
        answers(definition, 'create') ? fields : {},
        ...Object.values(actions).map(({ input = {} }) => input),
      ].flatMap(each =>
        Object.entries(each).flatMap(([key, field]) =>
          PAST.test(key) && field.kind === 'date' && field.required && !field.readOnly
            ? [{ place: `${name}.${key}`, begins: field.begins }]
            : [],
        ),
      );
    });
    expect(asked.length).toBeGreaterThan(8);
    expect(asked.filter(({ begins }) => begins !== 'today')).toEqual([]);
  });

  it('wants on create what the server wants', () => {
    const typed = writeForm(label.fields, {}, how, 'create');
    expect(readForm(label.fields, typed, how, 'create').errors).toEqual({
      name: { code: 'REQUIRED' },
      shortName: { code: 'REQUIRED' },
      type: { code: 'REQUIRED' },
    });
  });

  it('names a field that another one could have told, or could stand for, once neither is given', () => {
    const asked = Object.fromEntries(
      Object.entries(visitor.fields).filter(([, field]: [string, Field]) => !field.readOnly),
    );
    const read = (given: Record<string, string>) =>
      readForm(asked, { ...writeForm(asked, {}, how, 'create'), ...given }, how, 'create', visitor.check).errors;
    const id = '0123456789abcdef01234567';
    expect(read({})).toEqual({ name: { code: 'REQUIRED' }, unitId: { code: 'VISITOR_UNIT_REQUIRED' } });
    expect(read({ guestId: id, destination: 'The pool' })).toEqual({});
    expect(read({ name: 'Mai', unitId: id })).toEqual({});
    const place = readForm(ticket.fields, { title: 'A bulb', placeId: id }, how, 'update', undefined, { unitId: id });
    expect(place.errors).not.toHaveProperty('unitId');
  });

  it('sends only what the server takes, whatever was typed', () => {
    const anything = fc.record({
      name: fc.string(),
      icon: fc.constantFrom('', 'help', 'zap', 'nothing'),
      slaHours: fc.oneof(fc.string(), fc.integer().map(String)),
      departmentId: fc.constantFrom('', '0123456789abcdef01234567', 'x'),
      assigneeId: fc.constant(''),
      order: fc.oneof(fc.string(), fc.integer({ min: -5, max: 2000 }).map(String)),
      active: fc.boolean(),
    });
    for (const mode of ['create', 'update'] as const) {
      fc.assert(
        fc.property(anything, typed => {
          const { values, errors } = readForm(ticketType.fields, typed, how, mode);
          if (Object.keys(errors).length === 0)
            expect(inputSchema(ticketType.fields, mode).safeParse(values).success).toBe(true);
        }),
      );
    }
  });

  it('clears optional fields with null, and refuses to clear those that always hold a value', () => {
    const stored = { name: 'a', icon: 'zap', slaHours: 8, departmentId: 'd', order: 1, active: true };
    const typed = { ...writeForm(ticketType.fields, stored, how, 'update'), departmentId: '', order: '', slaHours: '' };
    const { errors } = readForm(ticketType.fields, typed, how, 'update');
    expect(errors).toEqual({ order: { code: 'REQUIRED' }, slaHours: { code: 'REQUIRED' } });
    const cleared = readForm(ticketType.fields, { ...typed, order: '1', slaHours: '8' }, how, 'update');
    expect(cleared.values).toMatchObject({ departmentId: null, order: 1, slaHours: 8 });
  });

  it('never shows a masked value, and leaves it alone unless something else is typed', () => {
    const stored = { name: 'a', unitId: '0123456789abcdef01234567', role: 'RENTER', phone: '09*****123' };
    const typed = writeForm(resident.fields, stored, how, 'update');
    expect(typed.phone).toBe('');
    expect(readForm(resident.fields, typed, how, 'update').values).not.toHaveProperty('phone');
    const changed = readForm(resident.fields, { ...typed, phone: '0912 345 678' }, how, 'update');
    expect(changed.values.phone).toBe('+84912345678');
  });

  it('says what is wrong between fields only when each is right', () => {
    const fields: Fields = { from: { kind: 'date', required: true }, to: { kind: 'date', required: true } };
    const check = ({ from, to }: Record<string, unknown>) =>
      String(from) > String(to) ? { to: { code: 'DATE_INVALID' } } : ({} as Record<string, { code: string }>);
    const read = (typed: Record<string, string>) => readForm(fields, typed, how, 'create', check).errors;
    expect(read({ from: '2/1/2026', to: '' })).toEqual({ to: { code: 'REQUIRED' } });
    expect(read({ from: '2/1/2026', to: '1/1/2026' })).toEqual({ to: { code: 'DATE_INVALID' } });
    expect(read({ from: '1/1/2026', to: '2/1/2026' })).toEqual({});
  });
});

describe('changes', () => {
  const file = (id: string) => ({ id, name: id, url: '' });

  it('are told apart in whatever form values travel', () => {
    expect(isSame([file('a')], ['a'])).toBe(true);
    expect(isSame(['a', 'b'], ['b', 'a'])).toBe(false);
    expect(isSame(null, undefined)).toBe(true);
    expect(isSame('', null)).toBe(true);
    expect(isSame(0, null)).toBe(false);
    expect(changedValues({ a: 1, b: null, files: ['x'] }, { a: 2, files: [file('x')] })).toEqual({ a: 1 });
  });

  it('conflict only where both sides changed a field to different values', () => {
    const base = { name: 'a', shortName: 'a', type: 'TASK', color: 'grey', groupId: null };
    const yours = { name: 'mine', shortName: 'both', color: 'red' };
    const theirs = { ...base, name: 'theirs', shortName: 'both', type: 'UNIT' };
    expect(meet(label.fields, base, yours, theirs)).toEqual({ conflicts: ['name'], agreed: 3 });
  });
});

it('a time that is over is asked about where its field says so, and nowhere else', () => {
  const fields: Fields = { dueAt: { kind: 'instant', asks: 'past' }, startAt: { kind: 'instant' } };
  const now = Date.parse('2026-11-21T10:00:00Z');
  const at = (dueAt: string | null) => overIn(fields, { startAt: '2025-01-01T00:00:00Z', dueAt }, now);
  expect([at('2026-11-21T09:59:00Z'), at('2026-11-21T10:01:00Z'), at(null)]).toEqual(['dueAt', null, null]);
});
