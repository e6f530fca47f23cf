import { isDay, nextDay, startOfDay } from '@lobby/shared/kit/dates.ts';
import { many } from '@lobby/shared/kit/query-schema.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { CODES } from '@lobby/shared/modules/recordless-modules.ts';
import { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { BY_PERSON, BY_TIME } from '../../kit/store/events.ts';
import { historyQuery } from '../../kit/store/row-access.ts';

/** Index of one record's events, also used by its own history. */
const BY_RECORD = { projectId: 1, entityId: 1, ts: -1 } as const;

const day = z.string().refine(isDay, 'DATE_INVALID');
const moment = z.union([day, z.iso.datetime({ offset: true })], 'DATE_INVALID');

/** Parameter of a record by module: `visitorId`, `elevatorReservationId`. */
const recordKey = (name: string) => `${name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`;
const RECORD_KEYS = new Map(MODULES.map(({ name }) => [recordKey(name), name]));
const records: Record<string, z.ZodOptional<typeof idSchema>> = Object.fromEntries(
  [...RECORD_KEYS.keys()].map(key => [key, idSchema.optional()]),
);

const person = z.union([idSchema, z.enum(['me', 'system'])]);
export const filterSchema = z.strictObject({
  actorId: many(person).optional(),
  module: many(z.enum(CODES)).optional(),
  createdAt: z.strictObject({ from: moment.optional(), to: moment.optional() }).optional(),
  entityId: idSchema.optional(),
  ...records,
});
/** The same parameters without `filter[...]`, as in the specification (rules.md 7). */
export const recordsSchema = z.object(records);
export type ActivityFilter = z.output<typeof filterSchema>;

/** Query with its index; neither sorts nor reads skipped entries. */
export interface ActivityQuery {
  query: Record<string, unknown>;
  hint: typeof BY_TIME | typeof BY_PERSON | typeof BY_RECORD;
}

/** The query of a filter, limited to modules that the caller may read. */
export function activityQuery(ctx: Ctx, filter: ActivityFilter, named: Record<string, unknown>): ActivityQuery {
  const query: Record<string, unknown> = {
    projectId: ctx.projectId,
    ...modulesOf(ctx, filter.module),
    ...historyQuery(MODULES, ctx),
  };
  const { from, to } = filter.createdAt ?? {};
  if (from || to) {
    const { timeZone } = ctx.project;
    const first = from && (isDay(from) ? startOfDay(from, timeZone) : new Date(from));
    const beyond = to && (isDay(to) ? startOfDay(nextDay(to), timeZone) : new Date(new Date(to).getTime() + 1));
    query.at = { ...(first && { $gte: first }), ...(beyond && { $lt: beyond }) };
  }
  const people = filter.actorId?.map(id => (id === 'me' ? (ctx.employeeId ?? '') : id));
  if (people) query['actor.id'] = people.length === 1 ? people[0] : { $in: people };
  const record = recordOf({ ...named, ...filter });
  if (record) return { query: { ...query, ...record }, hint: BY_RECORD };
  return { query, hint: people ? BY_PERSON : BY_TIME };
}

function recordOf(query: Record<string, unknown>): Record<string, unknown> | null {
  const keys = [...RECORD_KEYS].filter(([key]) => query[key] !== undefined);
  const [first, another] = keys;
  const { entityId } = query;
  if (another || (first && entityId !== undefined && entityId !== query[first[0]]))
    return failFields({ [`filter.${another?.[0] ?? 'entityId'}`]: { code: 'INVALID' } });
  if (first) return { entityId: query[first[0]], entity: first[1] };
  return entityId === undefined ? null : { entityId };
}

function modulesOf(ctx: Ctx, wanted: readonly string[] | undefined): Record<string, unknown> {
  const open = CODES.filter(code => can(ctx, code, 'read'));
  if (!wanted && open.length === CODES.length) return {};
  const modules = wanted ? open.filter(code => wanted.includes(code)) : open;
  return { module: { $in: modules } };
}
