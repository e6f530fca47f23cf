import { department, employee, position } from '@lobby/shared/modules/employee.ts';
import { sendSoon } from '../../kit/mail/send.ts';
import type { Behaviour } from '../../kit/records/behaviour.ts';
import type { EventRow } from '../../kit/store/events.ts';
import { defineServerModule } from '../../platform/server-module.ts';
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
export const staffModule = defineServerModule({
  name: 'staff',
  routes: permissionRoutes,
  serves: [
    {
      definition: employee,
      behaviour: { check: completeEmployee, inTransaction: withEmployee, acts },
    },
    { definition: department, behaviour: fixed },
    { definition: position, behaviour: fixed },
  ],
  onCommit: mailSoon,
});
