import { dayOf } from '@lobby/shared/kit/dates.ts';
import type { Filter } from '@lobby/shared/kit/definition.ts';
import { unknownIn } from '@lobby/shared/kit/list-url.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { room } from '@lobby/shared/modules/room.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterValues, toQuery } from '../../../client/kit/http/query.ts';
import {
  filterIn,
  type ListState,
  readListState,
  tabOf,
  usualSort,
  writeListState,
} from '../../../client/kit/list/url.ts';
import { placesOf } from '../../../client/platform/dashboard/useBoard.ts';
import { timesOf } from '../../../client/platform/dashboard/useTimes.ts';

const EMPTY: ListState = { tab: null, sort: null, filter: {} };
const read = (text: string) => readListState(new URLSearchParams(text), ticket);
const write = (state: ListState, text = '') => String(writeListState(new URLSearchParams(text), state, ticket));

describe('the address of a list', () => {
  it.each([
    ['', EMPTY],
    ['tab=waiting', { ...EMPTY, tab: 'waiting' }],
    ['tab=nothing&sort=nothing&colour=red', EMPTY],
    ['tab=toString', EMPTY],
    ['sort=dueAt', { ...EMPTY, sort: 'dueAt' }],
    ['q=nguy%E1%BB%85n', { ...EMPTY, filter: { q: 'nguyễn' } }],
    ['status=APPROVED,EXPIRED', { ...EMPTY, filter: { status: { in: ['APPROVED', 'EXPIRED'] } } }],
    ['status=,', EMPTY],
    ['assigneeId=me,none', { ...EMPTY, filter: { assigneeId: { in: ['me', 'none'] } } }],
    ['createdAt=2026-11-01..2026-11-30', { ...EMPTY, filter: { createdAt: { from: '2026-11-01', to: '2026-11-30' } } }],
    ['createdAt=..2026-11-30', { ...EMPTY, filter: { createdAt: { to: '2026-11-30' } } }],
    ['createdAt=2026-02-31..', EMPTY],
    ['status=APPROVED,GONE', { ...EMPTY, filter: { status: { in: ['APPROVED'] } } }],
    ['priority=huge', EMPTY],
    ['assigneeId=zzz', EMPTY],
    ['createdAt=heute..morgen', EMPTY],
  ])('%s says what it says', (text, state) => expect(read(text)).toEqual(state));

  it('counts days back from the day on which it is opened', () => {
    const on = (day: string) => readListState(new URLSearchParams('createdAt=7d'), ticket, day);
    expect(on('2026-11-25').filter).toEqual({ createdAt: { days: 7, from: '2026-11-19', to: '2026-11-25' } });
    expect(on('2027-01-02').filter).toEqual({ createdAt: { days: 7, from: '2026-12-27', to: '2027-01-02' } });
    expect(write(on('2027-01-02'))).toBe('createdAt=7d');
    expect(read('status=7d')).toEqual(EMPTY);
  });

  it('leaves out the usual order, which a tab may have of its own', () => {
    const of = (tab: string | null, sort: string) =>
      String(writeListState(new URLSearchParams(), { ...EMPTY, tab, sort }, room));
    expect([usualSort(room, 'waiting'), usualSort(room, 'all'), usualSort(room, null)]).toEqual([
      'waitingSince',
      '-lastMessageAt',
      '-lastMessageAt',
    ]);
    expect(of('waiting', 'waitingSince')).toBe('tab=waiting');
    expect(of(null, 'waitingSince')).toBe('');
    expect(of('all', 'waitingSince')).toBe('tab=all&sort=waitingSince');
    expect(of('waiting', '-lastMessageAt')).toBe('tab=waiting&sort=-lastMessageAt');
  });

  it('opens a tab that holds what its filter wants, whichever list it is', () => {
    const lists = MODULES.filter(
      module => module.statuses && module.list.tabs && module.list.filters.includes('status'),
    );
    expect(lists.length).toBeGreaterThan(20);
    for (const definition of lists)
      for (const status of Object.keys(definition.statuses ?? {})) {
        const state = readListState(new URLSearchParams(`status=${status}`), definition);
        const shown = definition.list.tabs?.[tabOf(definition, state.tab, state.filter) ?? ''] ?? {};
        const held = shown.status;
        const holds = typeof held !== 'object' || !held.in || held.in.includes(status);
        // A status that no tab contains cannot be opened in a tab.
        const isAnywhere = Object.values(definition.list.tabs ?? {}).some(
          ({ status: of }) => typeof of !== 'object' || !of.in || of.in.includes(status),
        );
        expect([holds, isAnywhere], `${definition.name} ${status}`).toEqual([true, true]);
        expect(state.filter.status).toEqual({ in: [status] });
      }
  });

  it('stays in the tab that it names, and in the first where that is not contradicted', () => {
    const tab = (text: string) => {
      const { tab: named, filter } = read(text);
      return tabOf(ticket, named, filter);
    };
    const [first] = Object.keys(ticket.list.tabs ?? {});
    expect(tab('')).toBe(first);
    // A link whose tab excludes its own filter opens in a tab that includes it.
    expect(tab(`tab=${first}&status=COMPLETED`)).toBe('all');
    expect(filterIn(ticket, String(first), read('status=COMPLETED&priority=urgent').filter)).toEqual({
      priority: { in: ['urgent'] },
    });
    expect(tab('status=COMPLETED')).toBe('all');
    expect(tab('priority=urgent')).toBe(first);
  });

  it.each([visitor, elevatorReservation, constructionRegistration, cardRegistration] as const)(
    'of $name finds by the code that a notice names',
    definition => {
      const params = new URLSearchParams('limit=20&page=1&status=COMPLETED&code=KH-2611-00042');
      const state = readListState(params, definition);
      expect(state.filter).toEqual({ q: 'KH-2611-00042', status: { in: ['COMPLETED'] } });
      expect(tabOf(definition, state.tab, state.filter)).not.toBe(Object.keys(definition.list.tabs ?? {})[0]);
      // With or without a status in the link, the tab includes records of any status.
      expect(readListState(new URLSearchParams('code=KH-2611-00042'), definition).tab).toBe('all');
      // Another search replaces the code.
      const next = writeListState(params, { ...state, filter: { q: 'Lan' } }, definition);
      expect([next.get('q'), next.get('code')]).toEqual(['Lan', null]);
    },
  );

  it('takes one value of what is filtered by its ends for both of them', () => {
    const of = (text: string) => readListState(new URLSearchParams(text), bill).filter;
    expect(of('month=2026-11')).toEqual({ month: { from: '2026-11', to: '2026-11' } });
    expect(of('accountingDate=2026-11-03')).toEqual({ accountingDate: { from: '2026-11-03', to: '2026-11-03' } });
    expect(of('month=november')).toEqual({});
    expect(unknownIn(new URLSearchParams('month=november'), bill)).toContain('november');
  });

  it('tells what it does not know', () => {
    const unknown = (text: string) => unknownIn(new URLSearchParams(text), ticket);
    expect(unknown('tab=nothing&sort=-size&status=APPROVED,GONE&assigneeId=me&colour=red')).toEqual([
      'nothing',
      'size',
      'GONE',
    ]);
    expect(unknown('tab=all&sort=-dueAt&priority=urgent&createdAt=7d')).toEqual([]);
    expect(unknown('assigneeId=me,zzz&createdAt=heute..2026-11-30&dueAt=2026-11-01..')).toEqual(['zzz', 'heute']);
  });

  it('leaves the rest of the address alone, and out of it what goes without saying', () => {
    expect(write({ ...EMPTY, tab: 'done', sort: '-createdAt' }, 'helpDeskId=1&q=old&tab=all')).toBe(
      'helpDeskId=1&tab=done',
    );
  });

  const days = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map(at => dayOf(at, 'UTC'));
  const id = fc.stringMatching(/^[0-9a-f]{24}$/);
  const oneOf = fc.uniqueArray(id, { minLength: 1, maxLength: 4 }).map(wanted => ({ in: wanted }));
  const word = fc.string({ minLength: 1, maxLength: 12, unit: 'binary' }).filter(text => !text.includes('..'));
  const words = fc.uniqueArray(word, { minLength: 1, maxLength: 4 }).map(wanted => ({ in: wanted }));
  const range = fc.oneof(fc.record({ from: days, to: days }), fc.record({ from: days }), fc.record({ to: days }));
  const state = fc.record({
    tab: fc.constantFrom(null, 'waiting', 'all'),
    sort: fc.constantFrom(null, 'dueAt', '-dueAt', 'createdAt'),
    filter: fc.record(
      {
        q: fc
          .string({ minLength: 1 })
          .map(text => text.trim())
          .filter(Boolean),
        status: fc.subarray(Object.keys(ticket.statuses), { minLength: 1 }).map(wanted => ({ in: wanted })),
        labelIds: oneOf,
        createdAt: range,
      },
      { requiredKeys: [] },
    ),
  });

  it('brings back words with whatever signs', () => {
    fc.assert(
      fc.property(words, nationality => {
        const written = writeListState(new URLSearchParams(), { ...EMPTY, filter: { nationality } }, resident);
        expect(readListState(written, resident).filter).toEqual({ nationality });
      }),
    );
  });

  it('brings back whatever was written into it', () => {
    fc.assert(
      fc.property(state, one => {
        expect(read(write(one as ListState))).toEqual(one);
      }),
    );
  });
});

describe('a filter in a query', () => {
  it.each([
    [{ status: { in: ['A', 'B'] } }, 'filter[status][]=A&filter[status][]=B'],
    [{ createdAt: { from: '2026-11-01', to: undefined } }, 'filter[createdAt][from]=2026-11-01'],
    [{ q: ' nguyen & co ' }, 'filter[q]=nguyen%20%26%20co'],
    [{ q: ' ', status: undefined }, ''],
  ])('%j is %s', (filter, text) => expect(toQuery({ filter: filterValues(filter as Filter) })).toBe(text));

  it('leaves out what is not there', () => {
    expect(toQuery({ page: 1, after: undefined, q: null, ids: ['1', '2'] })).toBe('page=1&ids[]=1&ids[]=2');
  });
});

it('the address of a list holds choices that mean filters', () => {
  const text = 'payment=RECEIVABLES%2CREMAINING_RECEIVABLES';
  const state = readListState(new URLSearchParams(text), bill);
  expect(state.filter).toEqual({ payment: { in: ['RECEIVABLES', 'REMAINING_RECEIVABLES'] } });
  expect(String(writeListState(new URLSearchParams(), state, bill))).toBe(text);
  expect(unknownIn(new URLSearchParams('payment=NEVER'), bill)).toEqual(['NEVER']);
});

describe('the address of a board', () => {
  const at = (text: string) => timesOf(new URLSearchParams(text), '2026-11-27');
  it('holds a time and what it is held against: the whole of both, and as much as is over', () => {
    expect(at('')).toEqual({
      kind: 'month',
      compare: 'previous',
      whole: { from: '2026-11-01', to: '2026-11-30' },
      wholeBefore: { from: '2026-10-01', to: '2026-10-31' },
      span: { from: '2026-11-01', to: '2026-11-27' },
      before: { from: '2026-10-01', to: '2026-10-27' },
    });
    expect(at('time=year&compare=lastYear').before).toEqual({ from: '2025-01-01', to: '2025-11-27' });
    // Spans end today at the latest; an invalid day falls back to the month.
    expect(at('time=own&from=2026-11-20&to=2027-01-01').whole).toEqual({ from: '2026-11-20', to: '2026-11-27' });
    expect(at('time=own&from=2026-11-20&to=2026-11-31').span).toEqual(at('').span);
  });

  it('begins with the last 30 days, as long as the month tells little', () => {
    const on = (day: string, text = '') => timesOf(new URLSearchParams(text), day);
    expect(on('2026-12-01')).toEqual({
      kind: 'days',
      compare: 'previous',
      whole: { from: '2026-11-02', to: '2026-12-01' },
      wholeBefore: { from: '2026-10-03', to: '2026-11-01' },
      span: { from: '2026-11-02', to: '2026-12-01' },
      before: { from: '2026-10-03', to: '2026-11-01' },
    });
    expect([on('2026-12-05').kind, on('2026-12-06').kind]).toEqual(['days', 'month']);
    expect(on('2026-12-01', 'time=month').whole).toEqual({ from: '2026-12-01', to: '2026-12-31' });
    expect(on('2026-12-01', 'compare=lastYear').before).toEqual({ from: '2025-11-02', to: '2025-12-01' });
  });

  it('leaves no hole at the end of a line, whichever way its panes fold', () => {
    for (let count = 1; count <= 9; count++)
      for (const [side, columns] of [
        ['wide', 6],
        ['narrow', 2],
      ] as const) {
        const lines = [0];
        for (const one of placesOf(count).map(place => place[side])) {
          const last = lines.at(-1) ?? 0;
          if (last + one <= columns) lines[lines.length - 1] = last + one;
          else lines.push(one);
        }
        expect([count, side, ...new Set(lines)]).toEqual([count, side, columns]);
      }
  });
});
