import type { Definition } from '@lobby/shared/kit/definition.ts';
import { department, employee, position } from '@lobby/shared/modules/employee.ts';
import type { EventRow } from '../../kit/events.ts';
import { sendSoon } from '../../kit/mail/send.ts';
import type { Behaviour } from '../../kit/records.ts';
import type { Route } from '../../kit/route.ts';
import { onCommit } from '../../kit/save.ts';
import { serve } from '../../kit/serve.ts';
import { acts } from './acts.ts';
import { refuseAdmin } from './admin.ts';
import { completeEmployee, completeRows, withEmployee } from './complete-employee.ts';
import { permissionRoutes } from './permissions.ts';

const fixed: Behaviour = {
  async beforeSave(_ctx, values, doc) {
    refuseAdmin(doc);
    return values;
  },
  beforeRemove: async (_ctx, doc) => refuseAdmin(doc),
};

const INVITING = new Set(['create', 'invite']);
const mailSoon = (rows: readonly EventRow[]) => {
  if (rows.some(row => row.entity === employee.name && INVITING.has(row.action))) sendSoon();
};

/** Staff, departments and positions, and what positions may do. */
export function staffRoutes(all: readonly Definition[]): Route[] {
  onCommit(mailSoon);
  return [
    ...serve(employee, { beforeSave: completeEmployee, beforeImport: completeRows, within: withEmployee, acts }, all),
    ...serve(department, fixed, all),
    ...permissionRoutes,
    ...serve(position, fixed, all),
  ];
}
