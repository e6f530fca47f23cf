import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';

/** Requires a rule to have candidates. */
function hasPeople({ departmentId, employeeIds }: Record<string, unknown>): FieldErrors {
  return departmentId || (Array.isArray(employeeIds) && employeeIds.length > 0)
    ? {}
    : { departmentId: { code: 'ASSIGNMENT_RULE_NOBODY' } };
}

/** Assigns new tickets of some types and blocks to employees, in turns or by workload. */
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
    // The first matching rule applies.
    order: { kind: 'integer', min: 0, max: 1000, initial: 0 },
    // An empty list stands for all.
    typeIds: { kind: 'refs', to: 'ticket-type', max: 50 },
    blockIds: { kind: 'refs', to: 'block', max: 50 },
    departmentId: { kind: 'ref', to: 'department' },
    // Candidates by name; empty: the employees of the department.
    employeeIds: { kind: 'refs', to: 'employee', max: 50 },
    onShift: { kind: 'flag', initial: false },
    method: { kind: 'choice', options: ['ROUND_ROBIN', 'LEAST_BUSY'], initial: 'ROUND_ROBIN' },
    // Maximum number of open tickets per employee.
    capacity: { kind: 'integer', min: 1, max: 500 },
    // Working minutes after which an unanswered ticket is reassigned.
    returnMinutes: { kind: 'integer', min: 1, max: 44_640 },
    active: { kind: 'flag', initial: true },
    // Nobody it names may handle tickets any more.
    unfit: { kind: 'flag', readOnly: true },
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
      'unfit',
    ],
    deciding: ['typeIds', 'departmentId', 'active', 'unfit'],
    sorts: ['order', 'name'],
    defaultSort: 'order',
    filters: ['active', 'unfit', 'departmentId', 'method'],
  },
  errors: { ASSIGNMENT_NOT_FIT: 422 },
  check: hasPeople,
});

export type AssignmentRule = DocOf<typeof assignmentRule>;
export type AssignmentRuleRow = RowOf<typeof assignmentRule>;
