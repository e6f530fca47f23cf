import type { Definition } from '@lobby/shared/kit/definition.ts';
import { department, employee, position } from '@lobby/shared/modules/employee.ts';
import type { Route } from '../../kit/http/route.ts';
import { sendSoon } from '../../kit/mail/send.ts';
import type { Behaviour } from '../../kit/records/behaviour.ts';
import { serve } from '../../kit/serve.ts';
import type { EventRow } from '../../kit/store/events.ts';
import { onCommit } from '../../kit/store/save.ts';
import { acts } from './acts.ts';
import { refuseAdmin } from './admin.ts';
import { completeEmployee, withEmployee } from './complete-employee.ts';
import { permissionRoutes } from './permissions.ts';

const fixed: Behaviour = {
  async check(_ctx, { values, doc }) {
    refuseAdmin(doc);
    return values;
  },
};

const INVITING = new Set(['create', 'invite', 'update']);
const mailSoon = (rows: readonly EventRow[]) => {
  if (rows.some(row => row.entity === employee.name && INVITING.has(row.action))) sendSoon();
};

/** Staff, departments and positions, and what positions may do. */
export function staffRoutes(all: readonly Definition[]): Route[] {
  onCommit(mailSoon);
  return [
    ...serve(employee, { check: completeEmployee, inTransaction: withEmployee, acts }, all),
    ...serve(department, fixed, all),
    ...permissionRoutes,
    ...serve(position, fixed, all),
  ];
}
