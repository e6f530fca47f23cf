import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { z } from 'zod';
import type { Ctx } from '../../base/context.ts';
import { failFields } from '../../base/errors.ts';
import type { Session } from '../../database/database.ts';
import { serializeBy } from '../../database/serialize.ts';
import { expandFiles } from '../../files/files.ts';
import { type Route, route } from '../../http/route.ts';
import { writeEvents } from '../../store/events.ts';
import { VersionConflict } from '../../store/save.ts';
import { modelOf, type Stored } from '../../store/schema.ts';
import { act, type Effect } from '../acts/act.ts';
import type { Behaviour, Done } from '../behaviour.ts';
import { present } from '../present.ts';

/** Largest order number of records with a manual order. */
const MOST_ORDER = 9999;
const STEP = 10;

export interface Placed {
  id: string;
  order: number;
}

/**
 * The order numbers that change when a record is inserted at a position: only its own if there is a gap, otherwise also
 * those after it.
 */
export function placedAt(others: readonly Placed[], at: number, id: string): Placed[] {
  const before = others[at - 1]?.order ?? 0;
  const after = others[at]?.order;
  if (after === undefined && before + STEP <= MOST_ORDER) return [{ id, order: before + STEP }];
  if (after !== undefined && after - before > 1) return [{ id, order: before + Math.floor((after - before) / 2) }];
  const pushed: Placed[] = [{ id, order: before + 1 }];
  let last = before + 1;
  for (const other of others.slice(at)) {
    if (other.order > last) break;
    pushed.push({ id: other.id, order: ++last });
  }
  if (last <= MOST_ORDER) return pushed;
  const all = [...others.slice(0, at).map(other => other.id), id, ...others.slice(at).map(other => other.id)];
  return all.map((item, n) => ({ id: item, order: (n + 1) * STEP }));
}

/** Name of the field with the order number. */
const fieldOf = ({ fields }: Definition): string => ('displayOrder' in fields ? 'displayOrder' : 'order');

async function loadOthers(ctx: Ctx, definition: Definition, doc: Stored, session: Session | null): Promise<Placed[]> {
  const field = fieldOf(definition);
  const { orderedWithin } = definition.list;
  const within = orderedWithin ? { [orderedWithin]: doc[orderedWithin] } : {};
  const docs = await modelOf(definition)
    .find({ projectId: ctx.projectId, deletedAt: null, ...within, _id: { $ne: doc._id } }, { [field]: 1 })
    .sort({ [field]: 1, _id: 1 })
    .session(session)
    .maxTimeMS(2000)
    .lean<Stored[]>();
  return docs.map(other => ({ id: other._id, order: Number(other[field]) }));
}

const turn = (ctx: Ctx, definition: Definition, session: Session) =>
  serializeBy(`order ${definition.name} ${ctx.projectId}`, session);

/** Renumbers neighbours without changing their versions; one event without a row covers all of them. */
async function shift(ctx: Ctx, definition: Definition, movedId: string, placed: readonly Placed[], session: Session) {
  const neighbours = placed.filter(({ id }) => id !== movedId);
  if (neighbours.length === 0) return;
  await modelOf(definition).bulkWrite(
    neighbours.map(({ id, order }) => ({
      updateOne: { filter: { _id: id, projectId: ctx.projectId }, update: { $set: { [fieldOf(definition)]: order } } },
    })),
    { session },
  );
  const note = { before: null, after: { [fieldOf(definition)]: neighbours.length }, row: null, version: 1 };
  const about = { module: definition.code, entity: definition.name, entityId: movedId, action: 'place' };
  await writeEvents([{ at: ctx.now, projectId: ctx.projectId, actor: ctx.actor, ...about, ...note }], session);
}

/** Moves a record to the end. */
async function last(ctx: Ctx, definition: Definition, doc: Stored, session: Session): Promise<number> {
  const others = await loadOthers(ctx, definition, doc, session);
  const placed = placedAt(others, others.length, doc._id);
  await shift(ctx, definition, doc._id, placed, session);
  return placed.find(({ id }) => id === doc._id)?.order ?? STEP;
}

/**
 * Behaviour of a definition with a manual order: each record has a unique number (a duplicate is refused with `taken`), and
 * a new one without a number goes to the end.
 */
export function ordered(definition: Definition, taken: string): Required<Pick<Behaviour, 'first' | 'inTransaction'>> {
  const field = fieldOf(definition);
  return {
    async first(ctx, session, doc) {
      await turn(ctx, definition, session);
      if (typeof doc[field] !== 'number') doc[field] = await last(ctx, definition, doc, session);
    },
    async inTransaction(ctx, session, { kind, doc, before }: Done) {
      if (!doc || (kind === 'update' && before[field] === doc[field])) return;
      await turn(ctx, definition, session);
      const others = await loadOthers(ctx, definition, doc, session);
      if (!others.some(({ order }) => order === doc[field])) return;
      if (kind !== 'restore') failFields({ [field]: { code: taken } }, taken);
      const order = await last(ctx, definition, doc, session);
      await modelOf(definition).updateOne({ _id: doc._id }, { $set: { [field]: order } }, { session });
    },
  };
}

const inputSchema = z.strictObject({
  beforeId: idSchema.nullish(),
  afterId: idSchema.nullish(),
  version: z.int().min(1).max(1_000_000_000).optional(),
});

/** Moves a record to a position among the others. */
export async function putAt(
  ctx: Ctx,
  definition: Definition,
  doc: Stored,
  placeIn: (others: readonly Placed[]) => number,
): Promise<Required<Pick<Effect, 'set' | 'also'>>> {
  const others = await loadOthers(ctx, definition, doc, null);
  const placed = placedAt(others, placeIn(others), doc._id);
  return {
    set: { [fieldOf(definition)]: placed.find(({ id }) => id === doc._id)?.order },
    async also(session) {
      await turn(ctx, definition, session);
      // Read again, because another record may have been moved meanwhile.
      const now = await loadOthers(ctx, definition, doc, session);
      if (JSON.stringify(now) !== JSON.stringify(others)) throw new VersionConflict();
      await shift(ctx, definition, doc._id, placed, session);
    },
  };
}

/** Options of a move. */
interface Moving {
  /** The lowest allowed position. */
  from?: number;
  /** Further statements of its transaction. */
  also?: (ctx: Ctx, session: Session) => Promise<void>;
}

/** `PUT /:id/move`: changes the position of a record. */
export const moveRoute = (definition: Definition, { from = 0, also }: Moving = {}): Route =>
  route({
    method: 'put',
    path: `${definition.path}/:id/move`,
    summary: `Put a ${definition.name} before or after another`,
    module: definition.code,
    flags: ['write'],
    params: z.strictObject({ id: idSchema }),
    body: inputSchema,
    answer: responseSchema(definition, 'detail'),
    async run(ctx, { params, body }) {
      const doc = await act(ctx, definition, 'place', params.id, body, async (_ctx, doc, { beforeId, afterId }) => {
        const [name, target] = beforeId ? ['beforeId', beforeId] : ['afterId', afterId];
        if (!target || (beforeId && afterId)) failFields({ [name]: { code: beforeId ? 'INVALID' : 'REQUIRED' } });
        const effect = await putAt(ctx, definition, doc, others => {
          const place = others.findIndex(({ id }) => id === target);
          if (place < 0) failFields({ [name]: { code: target === doc._id ? 'INVALID' : 'REFERENCE_NOT_FOUND' } });
          const at = beforeId ? place : place + 1;
          return at < from ? failFields({ [name]: { code: 'INVALID' } }) : at;
        });
        return {
          ...effect,
          async also(session) {
            await effect.also(session);
            await also?.(ctx, session);
          },
        };
      });
      return expandFiles(ctx, definition, present(definition, ctx.projectId, doc, 'staff', 'detail'));
    },
  });
