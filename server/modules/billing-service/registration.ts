import { addDays } from '@lobby/shared/billing/periods.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { takeTurn } from '../../kit/database/turns.ts';
import type { Behaviour, Done } from '../../kit/records/behaviour.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { refuseLockedMonth } from '../lock-date/index.ts';

type Values = Record<string, unknown>;
/** What says what is charged, beside the last day. */
const CHARGED = ['unitId', 'serviceId', 'quantity', 'startDate'] as const;
const FAR = '9999-12-31';

/** The first day on which one and the other charge differently, and the field that says so; null where they never do. */
export function firstTouched(before: Values | null, after: Values | null): { day: string; field: string } | null {
  const starts = [before, after].flatMap(one => (one ? [String(one.startDate)] : [])).sort();
  const [first = FAR] = starts;
  const field = 'startDate';
  if (!before || !after) return { day: first, field };
  if (CHARGED.some(name => String(before[name]) !== String(after[name]))) return { day: first, field };
  const ends = [before, after].map(one => String(one.endDate ?? FAR)).sort();
  return ends[0] === ends[1] ? null : { day: addDays(ends[0] ?? FAR, 1), field: 'endDate' };
}

/** Refuses a change of months that are closed. */
const check: NonNullable<Behaviour['check']> = async (ctx, { kind, values, doc }) => {
  const after = kind === 'remove' ? null : { ...doc, ...values };
  const touched = firstTouched(kind === 'restore' ? null : doc, after);
  if (touched) await refuseLockedMonth(ctx, touched.day.slice(0, 7), kind === 'remove' ? '' : touched.field);
  return values;
};

/** Refuses that a unit has one service twice on a day; of two at once the second finds the first. */
async function refuseOverlap(_ctx: Ctx, session: Session, { doc, before }: Done): Promise<void> {
  if (!doc) return;
  const own = ['unitId', 'serviceId', 'startDate', 'endDate', 'deletedAt'];
  if (before && own.every(name => String(before[name]) === String(doc[name]))) return;
  const { projectId, unitId, serviceId, startDate, endDate, _id } = doc;
  await takeTurn(`service ${unitId} ${serviceId}`, session);
  const other = await modelOf(serviceRegistration)
    .findOne({
      projectId,
      unitId,
      serviceId,
      deletedAt: null,
      _id: { $ne: _id },
      ...(endDate ? { startDate: { $lte: endDate } } : {}),
      $or: [{ endDate: null }, { endDate: { $gte: startDate } }],
    })
    .session(session)
    .lean<Stored>();
  if (other) failFields({ startDate: { code: 'REGISTRATION_OVERLAPS' } }, 'REGISTRATION_OVERLAPS');
}

export const registrationBehaviour: Behaviour = { check, inTransaction: refuseOverlap };
