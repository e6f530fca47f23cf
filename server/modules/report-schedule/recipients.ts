import { DEFAULT_LANGUAGE, type Language } from '@lobby/shared/kit/languages.ts';
import { employee, WORKING } from '@lobby/shared/modules/employee.ts';
import type { reportSchedule } from '@lobby/shared/modules/report-schedule.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import type { Values } from '../../kit/records/typed-behaviour.ts';
import { records } from '../../kit/store/records.ts';
import { accessTo } from '../../platform/auth/rights/access.ts';
import { type User, users } from '../../platform/auth/users.ts';
import { loadProject, settingsOf } from '../../platform/projects/projects.ts';

export interface Recipient {
  employeeId: string;
  name: string;
  email: string;
  language: Language;
}
/** Recipients of a schedule: its employees and those in its positions, if employed and with an account. */
export async function loadRecipients(
  ctx: Ctx,
  { recipientIds, positionIds }: Pick<Values<typeof reportSchedule>, 'recipientIds' | 'positionIds'>,
): Promise<Recipient[]> {
  const staff = await records(employee).find(
    ctx,
    {
      status: { $in: [...WORKING] },
      userId: { $type: 'string' },
      $or: [{ _id: { $in: recipientIds ?? [] } }, { positionIds: { $in: positionIds ?? [] } }],
    },
    { sort: { _id: 1 }, limit: 200 },
  );
  const accounts = await users()
    .find(
      { _id: { $in: staff.flatMap(({ userId }) => userId ?? []) }, disabled: false },
      { projection: { language: 1 } },
    )
    .toArray();
  const by = new Map(accounts.map(account => [account._id, account]));
  return staff.flatMap(({ _id, name, email, userId }) => {
    const user = by.get(userId ?? '');
    return user ? [{ employeeId: _id, name, email, language: user.language ?? DEFAULT_LANGUAGE }] : [];
  });
}

/** Context of an employee with their current rights; null if no longer employed. */
export async function readerNow(
  projectId: string,
  employeeId: string,
  now: Date,
): Promise<{ ctx: Ctx; user: User } | null> {
  const doc = await records(employee).first({ projectId }, { _id: employeeId, status: { $in: [...WORKING] } });
  const user = doc?.userId ? await users().findOne({ _id: doc.userId, disabled: false }) : null;
  const project = user && (await loadProject(projectId));
  const access = project && (await accessTo(user._id, projectId));
  if (!doc || !user || !project || !access) return null;
  const { permissions, departmentIds } = access;
  return {
    user,
    ctx: {
      ...systemCtx(settingsOf(project), now),
      kind: 'staff',
      userId: user._id,
      employeeId: doc._id,
      permissions,
      departmentIds,
      actor: { id: doc._id, name: doc.name },
      language: user.language ?? DEFAULT_LANGUAGE,
    },
  };
}
