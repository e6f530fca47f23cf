import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';

/** A rule has somebody to give requests to. */
function hasPeople({ departmentId, employeeIds }: Record<string, unknown>): FieldErrors {
  return departmentId || (Array.isArray(employeeIds) && employeeIds.length > 0)
    ? {}
    : { departmentId: { code: 'ASSIGNMENT_RULE_NOBODY' } };
}

/** Who gets new requests of some types and blocks, by turns or by how much they have. */
export const assignmentRule = defineModule({
  name: 'assignment-rule',
  code: 'HELP_DESK_TYPE',
  path: '/pms/helpdesk-assignment-rule',
  opens: 'configs-helpdesk-type?part=rules&id=',
  icon: 'user',
  title: 'name',
  flags: ['read', 'write', 'delete'],
  fields: {
    name: { kind: 'text', max: 100, required: true, unique: true, search: true },
    // The first rule that fits decides.
    order: { kind: 'integer', min: 0, max: 1000, initial: 0 },
    // None is all of them.
    typeIds: { kind: 'refs', to: 'ticket-type', max: 50 },
    blockIds: { kind: 'refs', to: 'block', max: 50 },
    departmentId: { kind: 'ref', to: 'department' },
    // Those named; without any, the people of the department.
    employeeIds: { kind: 'refs', to: 'employee', max: 50 },
    onShift: { kind: 'flag', initial: false },
    method: { kind: 'choice', options: ['ROUND_ROBIN', 'LEAST_BUSY'], initial: 'ROUND_ROBIN' },
    // Open requests that one person has at most.
    capacity: { kind: 'integer', min: 1, max: 500 },
    // Unanswered for so much working time, a request goes to somebody else.
    returnMinutes: { kind: 'integer', min: 1, max: 44_640 },
    active: { kind: 'flag', initial: true },
  },
  undo: { remove: { action: 'restore' } },
  list: {
    columns: [
      'name',
      'order',
      'typeIds',
      'blockIds',
      'departmentId',
      'employeeIds',
      'onShift',
      'method',
      'capacity',
      'returnMinutes',
      'active',
    ],
    sorts: ['order', 'name'],
    defaultSort: 'order',
    filters: ['active', 'departmentId', 'method'],
  },
  check: hasPeople,
});

export type AssignmentRule = DocOf<typeof assignmentRule>;
export type AssignmentRuleRow = RowOf<typeof assignmentRule>;
