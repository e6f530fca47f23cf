import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { fieldSchema, idSchema, inputSchema } from '@lobby/shared/kit/schema.ts';
import { parcelCode } from '@lobby/shared/modules/parcel.contract.ts';
import { parcel } from '@lobby/shared/modules/parcel.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { words } from '../../kit/base/messages.ts';
import { checkFiles, claimFiles } from '../../kit/files/files.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load, loadScope } from '../../kit/records/acts/act.ts';
import { chosenIds, chosenSchema, manyAnswer } from '../../kit/records/acts/multi.ts';
import { present } from '../../kit/records/present.ts';
import { assertWritable, build } from '../../kit/records/records.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { type Change, retryOnConflict, save } from '../../kit/store/save.ts';
import { codeOf } from './code.ts';
import { handOver } from './proof.ts';
import { completeParcel, holdAndTell } from './rules.ts';

const MOST_AT_ONCE = 200;
const common = { module: parcel.code } as const;
const { unitId: _unit, residentId: _resident, ...ofItem } = parcel.fields;

/** `PUT /receive-package/hand-over-multi`: hands over several parcels to a household under one proof, all or none. */
const handOverMany = route({
  ...common,
  method: 'put',
  path: `${parcel.path}/hand-over-multi`,
  summary: 'Hand several parcels of one unit over',
  flags: ['updateStatus'],
  body: chosenSchema(parcel, inputSchema(parcel.actions['hand-over'].input, 'create')),
  answer: manyAnswer,
  run: (ctx, { body }) =>
    retryOnConflict(async () => {
      const { ids: named, isAll, filter, chosenAt, ...input } = body;
      const { ids, refused } = await chosenIds(ctx, parcel, { ids: named, isAll, filter, chosenAt }, ['RECEIVED']);
      if (ids.length > MOST_AT_ONCE) failFields({ ids: { code: 'TOO_MANY', params: { max: MOST_AT_ONCE } } });
      const parcels = await records(parcel).find(ctx, { _id: { $in: ids }, ...(await loadScope(ctx, parcel)) });
      const docs = parcels.filter(({ status }) => status === 'RECEIVED');
      const effects = await handOver(ctx, docs, input);
      const changes = docs.map((doc, n): Change => {
        const { set, also } = effects[n] ?? {};
        const update = { doc, set: { ...set, status: 'HANDED_OVER' } };
        return { definition: parcel, action: 'hand-over', update, ...(also && { also }) };
      });
      if (changes.length > 0) await save(ctx, changes);
      const done = docs.map(({ _id }) => _id);
      const left = ids.filter(id => !done.includes(id)).map(id => leftOver(ctx, id, parcels));
      return { done, refused: [...refused, ...left] };
    }),
});

function leftOver(ctx: Ctx, id: string, parcels: readonly Doc<typeof parcel>[]) {
  const code = parcels.some(({ _id }) => _id === id) ? 'STATUS_CHANGED' : 'NOT_FOUND';
  return { id, code, message: words(ctx, code) };
}

/** `POST /receive-package/many`: several parcels received for one unit. */
const receiveMany = route({
  ...common,
  method: 'post',
  path: `${parcel.path}/many`,
  summary: 'Note several parcels of one unit',
  flags: ['write'],
  creates: true,
  body: z.strictObject({
    unitId: idSchema,
    residentId: fieldSchema(parcel.fields.residentId).nullish(),
    items: z.array(inputSchema(ofItem, 'create')).min(1).max(20),
  }),
  answer: z.array(responseSchema(parcel, 'row')),
  async run(ctx, { body: { unitId, residentId, items } }) {
    const changes: Change[] = [];
    const made: Doc<typeof parcel>[] = [];
    for (const item of items) {
      const input = { ...item, unitId, residentId: residentId ?? null };
      assertWritable(ctx, parcel.fields, input);
      const fresh = await checkFiles(ctx, parcel.fields, input);
      const values = await completeParcel(ctx, { kind: 'create', values: input, doc: null });
      const insert = await build(ctx, parcel, values);
      made.push(insert);
      changes.push({
        definition: parcel,
        action: 'create',
        insert,
        also: async session => {
          await claimFiles(fresh, session, { entity: parcel.name, id: insert._id });
          await holdAndTell(ctx, session, { kind: 'create', doc: insert, before: null });
        },
      });
    }
    const answer = made.map(doc => present(parcel, ctx.projectId, doc, 'staff'));
    await save(ctx, changes, answer);
    return answer;
  },
});

/** `GET /receive-package/:id/code`: six-digit code of the household for collecting its parcels today. */
const codeRoute = route(parcelCode, {
  flags: ['read'],
  residents: true,
  staff: false,
  async run(ctx, { params }) {
    const doc = await load(ctx, parcel, params.id);
    if (doc.status !== 'RECEIVED') fail('NOT_FOUND');
    const day = todayOf(ctx);
    return { code: codeOf(ctx.projectId, doc.unitId, day), day };
  },
});

export const parcelCalls: Route[] = [handOverMany, receiveMany, codeRoute];
