import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';

/** Longest promised time: 31 days in minutes. */
const MOST_MINUTES = 44_640;

/** Requires at least one promised time. */
function promises({ firstAnswerMinutes, nextAnswerMinutes, resolutionHours }: Record<string, unknown>): FieldErrors {
  return firstAnswerMinutes || nextAnswerMinutes || resolutionHours
    ? {}
    : { firstAnswerMinutes: { code: 'SERVICE_LEVEL_EMPTY' } };
}

/** A service level: time to first and next answer and to resolution of tickets, by type and priority. */
export const serviceLevel = defineModule({
  name: 'service-level',
  code: 'HELP_DESK_TYPE',
  path: '/pms/helpdesk-service-level',
  opens: 'configs-helpdesk-type?part=levels&id=',
  icon: 'gauge',
  title: 'name',
  flags: ['read', 'write', 'delete'],
  fields: {
    name: { kind: 'text', max: 100, required: true, unique: true, search: true },
    // An empty type or priority matches all. The most specific level applies: type and priority, type, priority, neither.
    typeId: { kind: 'ref', to: 'ticket-type' },
    priority: { kind: 'choice', options: ['low', 'normal', 'high', 'urgent'] },
    firstAnswerMinutes: { kind: 'integer', min: 1, max: MOST_MINUTES },
    nextAnswerMinutes: { kind: 'integer', min: 1, max: MOST_MINUTES },
    resolutionHours: { kind: 'integer', min: 1, max: 744 },
    // Counts working time only; otherwise around the clock.
    workingTime: { kind: 'flag', initial: true },
    warnPercent: { kind: 'integer', min: 10, max: 99, initial: 80 },
    escalateToIds: { kind: 'refs', to: 'employee', max: 10 },
    active: { kind: 'flag', initial: true },
  },
  undo: { remove: { action: 'restore' } },
  list: {
    columns: [
      'name',
      'typeId',
      'priority',
      'firstAnswerMinutes',
      'nextAnswerMinutes',
      'resolutionHours',
      'workingTime',
      'warnPercent',
      'escalateToIds',
      'active',
    ],
    sorts: ['name', 'createdAt'],
    defaultSort: 'name',
    filters: ['active', 'typeId', 'priority'],
  },
  check: promises,
});

export type ServiceLevel = DocOf<typeof serviceLevel>;
export type ServiceLevelRow = RowOf<typeof serviceLevel>;
