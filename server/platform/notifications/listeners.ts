import type { Topic } from '@lobby/shared/kit/notification-topics.ts';
import { holds } from '@lobby/shared/kit/permissions.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { accessTo } from '../auth/access.ts';
import { shiftsNow } from '../auth/shifts.ts';
import { type User, users } from '../auth/users.ts';
import { quietNow } from './quiet-hours.ts';

/** Whom it is for: employees, or the people of a unit, or some of them. */
export type Who = { employeeIds: readonly string[] } | { unitId: string; residentIds?: readonly string[] };

/** Somebody who is to be told; `onShift` is null where no schedule says, and for residents. */
export interface Hearer {
  userId: string;
  onShift: boolean | null;
  /** May do the work that waits there. */
  works: boolean;
}

const filled = <T>(values: readonly (T | null)[]): T[] => values.flatMap(value => (value === null ? [] : [value]));

/** Those who are to be told and may read the module now, beside whoever did it. */
export async function hearersOf(ctx: Ctx, who: Who, module: string, session: Session): Promise<Hearer[]> {
  const { projectId } = ctx;
  const found =
    'unitId' in who
      ? modelOf(resident).find({
          projectId,
          unitIds: who.unitId,
          deletedAt: null,
          appState: { $ne: 'BLOCKED' },
          ...(who.residentIds && { _id: { $in: [...who.residentIds] } }),
        })
      : modelOf(employee).find({ projectId, _id: { $in: [...who.employeeIds] }, deletedAt: null });
  const people = await found
    .select({ userId: 1, status: 1, departmentId: 1 })
    .session(session)
    .maxTimeMS(2000)
    .lean<Stored[]>();
  const others = people.filter(({ userId }) => typeof userId === 'string' && userId !== ctx.userId);
  if ('unitId' in who) return others.map(({ userId }) => ({ userId: String(userId), onShift: null, works: true }));
  const shifts = await shiftsNow(ctx);
  return filled(
    await Promise.all(
      others.map(async ({ userId, status, departmentId }) => {
        const access = await accessTo(String(userId), projectId);
        if (!access || !holds(access.permissions, module, 'read')) return null;
        const own = shifts(typeof departmentId === 'string' ? departmentId : null);
        return {
          userId: String(userId),
          onShift: status === 'ABSENT' ? false : own,
          works: holds(access.permissions, module, 'write'),
        };
      }),
    ),
  );
}

/** Who hears of what waits for anybody: those who may do it and are on shift; while nobody is, all of them. */
export function waitingFor(hearers: readonly Hearer[]): readonly Hearer[] {
  const workers = hearers.filter(one => one.works);
  const able = workers.length > 0 ? workers : hearers;
  const present = able.filter(one => one.onShift !== false);
  return present.length > 0 ? present : able;
}

export interface Listener {
  userId: string;
  /** Alerts on devices: now, once the quiet hours are over, or not at all. */
  push: 'now' | 'later' | 'off';
}

type Chooser = Pick<User, '_id' | 'kind' | 'appOff' | 'pushOff' | 'quiet'>;

/** Those of them who have not turned the topic off, and how their devices tell it. */
export async function listenersOf(
  ctx: Ctx,
  hearers: readonly Hearer[],
  { topic, urgent }: { topic: Topic | null; urgent: boolean },
  session: Session,
): Promise<Listener[]> {
  const choosers = await users()
    .find({ _id: { $in: hearers.map(one => one.userId) }, disabled: { $ne: true } }, { session })
    .project<Chooser>({ kind: 1, appOff: 1, pushOff: 1, quiet: 1 })
    .toArray();
  const byId = new Map(choosers.map(one => [one._id, one]));
  const always = urgent || topic === null || topic === 'mention';
  return filled(
    await Promise.all(
      hearers.map(async ({ userId, onShift }) => {
        const chooser = byId.get(userId);
        if (!chooser) return null;
        const { appOff = [], pushOff = [] } = chooser;
        if (!always && appOff.includes(topic)) return null;
        if (topic !== null && !urgent && pushOff.includes(topic)) return { userId, push: 'off' as const };
        const later = !urgent && (await quietNow(ctx, chooser, onShift));
        return { userId, push: later ? ('later' as const) : ('now' as const) };
      }),
    ),
  );
}
