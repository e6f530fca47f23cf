import type { Topic } from '@lobby/shared/kit/notification-topics.ts';
import { holds } from '@lobby/shared/kit/permissions.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import { loadKept } from '../../kit/store/kept.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { accessTo } from '../auth/access.ts';
import { shiftsNow } from '../auth/shifts.ts';
import { loadChoices } from './choices.ts';
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
export async function loadHearers(ctx: Ctx, who: Who, module: string, session: Session): Promise<Hearer[]> {
  const { projectId } = ctx;
  if ('unitId' in who) {
    const home = await loadKept(ctx, resident, { unitIds: who.unitId, appState: { $ne: 'BLOCKED' } }, session);
    const meant = home.filter(({ _id }) => who.residentIds?.includes(_id) ?? true);
    return meant.flatMap(({ userId }) =>
      userId && userId !== ctx.userId ? [{ userId, onShift: null, works: true }] : [],
    );
  }
  const people = await loadRefs(projectId, employee, who.employeeIds);
  const shifts = await shiftsNow(ctx);
  return filled(
    await Promise.all(
      [...people.values()].map(async ({ userId, status, departmentId }) => {
        if (!userId || userId === ctx.userId) return null;
        const access = await accessTo(userId, projectId);
        if (!access || !holds(access.permissions, module, 'read')) return null;
        return {
          userId,
          onShift: status === 'ABSENT' ? false : shifts(departmentId ?? null),
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
  hasDevice: boolean;
}

/** Those of them who have not turned the topic off, and how their devices tell it. */
export async function loadListeners(
  ctx: Ctx,
  hearers: readonly Hearer[],
  { topic, urgent }: { topic: Topic | null; urgent: boolean },
): Promise<Listener[]> {
  const byId = await loadChoices(hearers.map(one => one.userId));
  const always = urgent || topic === null || topic === 'mention';
  return filled(
    await Promise.all(
      hearers.map(async ({ userId, onShift }) => {
        const chooser = byId.get(userId);
        if (!chooser) return null;
        const { appOff = [], pushOff = [], hasDevice } = chooser;
        if (!always && appOff.includes(topic)) return null;
        if (topic !== null && !urgent && pushOff.includes(topic)) return { userId, push: 'off' as const, hasDevice };
        const later = !urgent && (await quietNow(ctx, chooser, onShift));
        return { userId, push: later ? ('later' as const) : ('now' as const), hasDevice };
      }),
    ),
  );
}
