import { DAY_MS } from '../kit/dates.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';

const YEARS_MS = 2 * 366 * DAY_MS;

/** Requires an end after the start, and a repetition of at most two years. */
function closureFits({ from, to, repeat, until }: Record<string, unknown>): FieldErrors {
  if (!from || !to) return {};
  const [begin, end] = [new Date(String(from)), new Date(String(to))];
  if (end <= begin) return { to: { code: 'END_BEFORE_START' } };
  const last = typeof until === 'string' ? new Date(`${until}T00:00:00Z`).getTime() : null;
  if (repeat === 'WEEKLY' && end.getTime() - begin.getTime() > 7 * DAY_MS) return { to: { code: 'END_BEFORE_START' } };
  return last !== null && (last < begin.getTime() - DAY_MS || last - begin.getTime() > YEARS_MS)
    ? { until: { code: 'INVALID' } }
    : {};
}

/** A closure of one or several amenities. */
export const utilityClosure = defineModule({
  name: 'utility-closure',
  code: 'AMENITY',
  path: '/utility-closure',
  opens: 'configs-amenities?part=closures&id=',
  icon: 'lock',
  title: 'reason',
  flags: ['read', 'write', 'delete', 'export'],
  fields: {
    utilityIds: { kind: 'refs', to: 'utility', max: 50, required: true },
    from: { kind: 'instant', required: true },
    to: { kind: 'instant', ahead: 'DATE_IN_PAST', required: true },
    repeat: { kind: 'choice', options: ['NONE', 'WEEKLY', 'YEARLY'], initial: 'NONE' },
    until: { kind: 'date', visibleWhen: { repeat: ['WEEKLY', 'YEARLY'] } },
    kind: {
      kind: 'choice',
      options: ['MAINTENANCE', 'CLEANING', 'EVENT', 'HOLIDAY', 'OTHER'],
      initial: 'MAINTENANCE',
    },
    reason: { kind: 'text', min: 3, max: 300, required: true, search: true },
    openedAt: { kind: 'instant', readOnly: true },
  },
  actions: { 'open-earlier': { from: [], flag: 'write' } },
  resident: { everyone: [] },
  list: {
    columns: ['reason', 'utilityIds', 'kind', 'from', 'to', 'repeat', 'until', 'createdAt'],
    sorts: ['from', 'createdAt'],
    defaultSort: '-from',
    filters: ['utilityIds', 'kind', 'repeat', 'from', 'createdAt'],
    indexed: ['utilityIds'],
    tabs: { all: {} },
  },
  errors: { END_BEFORE_START: 400, CLOSURE_HAS_BOOKINGS: 409 },
  check: closureFits,
});

export type UtilityClosure = DocOf<typeof utilityClosure>;
