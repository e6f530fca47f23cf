import { DEFAULT_LANGUAGE, type Language } from '@lobby/shared/kit/languages.ts';
import { employee, WORKING } from '@lobby/shared/modules/employee.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { records } from '../../kit/store/records.ts';
import { accessTo } from '../../platform/auth/access.ts';
import { type User, users } from '../../platform/auth/users.ts';
import { loadProject, settingsOf } from '../../platform/projects/projects.ts';

export interface Recipient {
  employeeId: string;
  name: string;
  email: string;
  language: Language;
}
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Recipients of a schedule: its employees and those in its positions, if employed and with an account. */
export async function loadRecipients(
  ctx: Ctx,
  { recipientIds, positionIds }: Readonly<Record<string, unknown>>,
): Promise<Recipient[]> {
  const found = await records(employee).find(
    ctx,
    {
      status: { $in: [...WORKING] },
      userId: { $type: 'string' },
      $or: [{ _id: { $in: listOf(recipientIds) } }, { positionIds: { $in: listOf(positionIds) } }],
    },
    { sort: { _id: 1 }, limit: 200 },
  );
  const accounts = await users()
    .find({ _id: { $in: found.map(({ userId }) => String(userId)) }, disabled: false }, { projection: { language: 1 } })
    .toArray();
  const by = new Map(accounts.map(one => [one._id, one]));
  return found.flatMap(({ _id, name, email, userId }) => {
    const user = by.get(String(userId));
    if (!user || typeof email !== 'string') return [];
    return [{ employeeId: _id, name: String(name), email, language: user.language ?? DEFAULT_LANGUAGE }];
  });
}

/** Context of an employee with their current rights; null if no longer employed. */
export async function readerNow(
  projectId: string,
  employeeId: string,
  now: Date,
): Promise<{ ctx: Ctx; user: User } | null> {
  const doc = await records(employee).first({ projectId }, { _id: employeeId, status: { $in: [...WORKING] } });
  const user = doc && (await users().findOne({ _id: String(doc.userId), disabled: false }));
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
      actor: { id: doc._id, name: String(doc.name) },
      language: user.language ?? DEFAULT_LANGUAGE,
    },
  };
}
