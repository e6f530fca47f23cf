import { randomInt } from 'node:crypto';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { clockAt, isWithin } from '../../kit/base/local-time.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';

const OPEN = ['WAITING', 'APPROVED', 'RECEIVED', 'IN_PROGRESS'];

/** A pass code of six digits that no other open visit of the project has. */
export async function newPassCode(ctx: Ctx): Promise<string> {
  for (;;) {
    const passCode = String(randomInt(100_000, 1_000_000));
    const taken = await modelOf(visitor)
      .findOne({ projectId: ctx.projectId, passCode, status: { $in: OPEN }, deletedAt: null }, { _id: 1 })
      .lean();
    if (!taken) return passCode;
  }
}

/** The open visit of a pass code, the one that is inside or expected first; null where there is none. */
export async function visitOf(ctx: Ctx, passCode: string): Promise<Stored | null> {
  const found = await modelOf(visitor)
    .find({ projectId: ctx.projectId, passCode, status: { $in: OPEN }, deletedAt: null })
    .maxTimeMS(2000)
    .lean<Stored[]>();
  return found.sort((a, b) => OPEN.indexOf(String(b.status)) - OPEN.indexOf(String(a.status)))[0] ?? null;
}

/** Whether a pass lets somebody in now: once, or on its days and hours until its last day. */
export function isPassValid(doc: Stored, now: Date, timeZone: string): boolean {
  if (doc.passUse !== 'REPEATED') return true;
  const { day, weekday, minutes } = clockAt(now, timeZone);
  const weekend = weekday === 0 || weekday === 6;
  if (typeof doc.passUntil === 'string' && day > doc.passUntil) return false;
  if ((doc.passDays === 'WORKDAYS' && weekend) || (doc.passDays === 'WEEKENDS' && !weekend)) return false;
  return isWithin(doc.passHours, minutes);
}
