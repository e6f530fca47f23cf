import { isWithin, QUIET_DEFAULT } from '@lobby/shared/kit/quiet-hours.ts';
import { isQuiet, sendingOf } from '@lobby/shared/modules/sending-settings.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import type { User } from '../../auth/users.ts';
import { loadProject } from '../../projects/projects.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Time of day in a time zone, `HH:mm`. */
export function timeIn(at: Date, timeZone: string): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  formats.set(timeZone, format);
  return format.format(at);
}

/** Whether a user has quiet hours now; `onShift` is null without a schedule. */
export async function quietNow(
  { project, now }: Pick<Ctx, 'project' | 'now'>,
  { kind, quiet }: Pick<User, 'kind' | 'quiet'>,
  onShift: boolean | null,
): Promise<boolean> {
  const { mode, from, to } = { from: null, to: null, ...(quiet ?? QUIET_DEFAULT[kind]) };
  const time = timeIn(now, project.timeZone);
  if (mode === 'OWN') return from && to ? isWithin(time, from, to) : false;
  if (mode === 'SHIFT') return onShift === false;
  if (mode === 'NEVER') return false;
  const set = await loadProject(project.id);
  return isQuiet(sendingOf(set?.sending), time);
}
