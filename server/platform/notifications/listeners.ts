import type { Topic } from '@lobby/shared/kit/notification-topics.ts';
import { holds } from '@lobby/shared/kit/permissions.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import { loadKept } from '../../kit/store/kept.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { shiftsNow } from '../auth/members/shifts.ts';
import { accessTo } from '../auth/rights/access.ts';
import { loadChoices } from './choices.ts';
import { quietNow } from './timing/quiet-hours.ts';

/** Recipients: employees, or residents of a unit, all or some. */
export type Who = { employeeIds: readonly string[] } | { unitId: string; residentIds?: readonly string[] };

/** A recipient; `onShift` is null without a schedule, and for residents. */
export interface Hearer {
  userId: string;
  onShift: boolean | null;
  /** Whether they may do the work in question. */
  works: boolean;
}

const filled = <T>(values: readonly (T | null)[]): T[] => values.flatMap(value => (value === null ? [] : [value]));

/** Recipients who may read the module now, without the actor. */
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

/** Recipients for unassigned work: those who may do it and are on shift; if nobody is, all who may do it. */
export function waitingFor(hearers: readonly Hearer[]): readonly Hearer[] {
  const workers = hearers.filter(hearer => hearer.works);
  const able = workers.length > 0 ? workers : hearers;
  const present = able.filter(person => person.onShift !== false);
  return present.length > 0 ? present : able;
}

export interface Listener {
  userId: string;
  /** When to send a push: now, after quiet hours, or never. */
  push: 'now' | 'later' | 'off';
  hasDevice: boolean;
}

/** Recipients who have not turned the topic off, with their push timing. */
export async function loadListeners(
  ctx: Ctx,
  hearers: readonly Hearer[],
  { topic, urgent }: { topic: Topic | null; urgent: boolean },
): Promise<Listener[]> {
  const byId = await loadChoices(hearers.map(hearer => hearer.userId));
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
