import type { Flag } from '@lobby/shared/kit/permissions.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { transaction } from '../../../kit/database/database.ts';
import { loadReaders } from '../../auth/rights/readers.ts';
import { notify, toldWithin, toStaff } from '../notifications.ts';

type Kind = Parameters<typeof notify>[2];
type Subject = Parameters<typeof notify>[3];

/** Notifies holders of a flag of the module, once a day while something lasts. Returns how often. */
export async function tellDaily(ctx: Ctx, kind: Kind, flag: Flag, subject: Subject): Promise<number> {
  if (await toldWithin(ctx, kind, subject)) return 0;
  const who = toStaff(await loadReaders(ctx.projectId, subject.module, flag));
  await transaction(session => notify(ctx, who, kind, subject, session));
  return 1;
}
