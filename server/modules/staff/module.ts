import { department, employee, position } from '@lobby/shared/modules/employee.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { sendSoon } from '../../kit/mail/send.ts';
import type { EventRow } from '../../kit/store/events.ts';
import type { Doc } from '../../kit/store/records.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { acts } from './acts.ts';
import { assertNotAdmin } from './admin.ts';
import { completeEmployee, withEmployee } from './complete-employee.ts';
import { permissionRoutes } from './permissions/permissions.ts';

const fixed = {
  async check<V>(
    _ctx: Ctx,
    { values, doc }: { values: V; doc: Pick<Doc<typeof position>, 'admin'> | null },
  ): Promise<V> {
    assertNotAdmin(doc);
    return values;
  },
};

const INVITING = new Set(['create', 'invite', 'update']);
const mailSoon = (rows: readonly EventRow[]) => {
  if (rows.some(row => row.entity === employee.name && INVITING.has(row.action))) sendSoon();
};

export const staffModule = defineServerModule({
  name: 'staff',
  routes: permissionRoutes,
  serves: [
    serves(employee, { check: completeEmployee, inTransaction: withEmployee, actions: acts }),
    serves(department, fixed),
    serves(position, fixed),
  ],
  onCommit: mailSoon,
});
