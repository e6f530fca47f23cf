import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { idSchema, inputSchema } from '@lobby/shared/kit/schema.ts';
import { syncConnection } from '@lobby/shared/modules/sync-connection.ts';
import { FOREIGN_CODE } from '@lobby/shared/modules/sync-kinds.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { create, update } from '../../kit/records/records.ts';
import { type Action, type ActionsOf, type BehaviourOf, untyped } from '../../kit/records/typed-behaviour.ts';
import { loadDetail } from '../../kit/serve.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { retryOnConflict } from '../../kit/store/save.ts';
import { callAccounting, failWithAnswer, keepSyncSecret, lineTo } from './access.ts';
import { fillCodes, fillRows } from './codes/fill.ts';
import { kindsOf } from './rows/index.ts';

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** Refuses URLs that are invalid, carry credentials, or use plain HTTP to another host. */
function checkUrl(value: string | null): void {
  const url = value && URL.canParse(value) ? new URL(value) : null;
  const safe = url && (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.includes(url.hostname)));
  if (!safe || url.username || url.password) failFields({ url: { code: 'INVALID_URL' } }, 'INVALID_URL');
}

/** Validates the values of a connection; its secret is stored sealed, outside the record. */
export const connectionBehaviour = (secret?: string): BehaviourOf<typeof syncConnection> => ({
  async check(ctx, { kind, values, doc }) {
    if (kind === 'remove' || kind === 'restore') return values;
    const input = { ...values };
    if (input.url !== undefined) checkUrl(input.url);
    if (typeof input.baseUnitCode === 'string') {
      input.baseUnitCode = input.baseUnitCode.toUpperCase();
      if (!FOREIGN_CODE.test(input.baseUnitCode))
        failFields(
          {
            baseUnitCode: { code: 'ACCOUNTING_CODE_INVALID', params: { max: syncConnection.fields.baseUnitCode.max } },
          },
          'ACCOUNTING_CODE_INVALID',
        );
    }
    if (input.kinds !== undefined && !input.kinds?.length) failFields({ kinds: { code: 'REQUIRED' } });
    const moved = (['url', 'user', 'baseUnitCode'] as const).some(name => name in input && input[name] !== doc?.[name]);
    return {
      ...input,
      ...(secret && { secretSetAt: ctx.now.toISOString() }),
      ...((moved || secret) && { testPassedAt: null }),
    };
  },
  async inTransaction(_ctx, session, { doc }) {
    if (doc && secret) await keepSyncSecret(doc, secret, session);
  },
});

const secret = z.string().trim().min(1).max(200).optional();
const answer = responseSchema(syncConnection, 'detail');
const { path, code: module, fields } = syncConnection;

const make = route({
  method: 'post',
  path,
  summary: 'Create a sync-connection; its secret is sealed and never answered',
  module,
  flags: ['write'],
  creates: true,
  body: inputSchema(fields, 'create').extend({ secret }),
  answer,
  run(ctx, { body }) {
    const { secret: newSecret, ...values } = body;
    const behaviour = untyped(connectionBehaviour(newSecret));
    return retryOnConflict(() => create(ctx, syncConnection, values, behaviour));
  },
});

const edit = route({
  method: 'put',
  path: `${path}/:id`,
  summary: 'Edit a sync-connection; without a secret the one that is known stays',
  module,
  flags: ['write'],
  params: z.strictObject({ id: idSchema }),
  body: inputSchema(fields, 'update').extend({ secret, version: z.int().min(1).max(1_000_000_000) }),
  answer,
  async run(ctx, { params, body }) {
    const { secret: newSecret, version, ...values } = body;
    const doc = await load(ctx, syncConnection, params.id);
    const behaviour = untyped(connectionBehaviour(newSecret));
    const saved = await update(ctx, syncConnection, doc, version, values, behaviour);
    // A wider start day or more kinds add rows for documents that were not covered before, as activation does.
    const isWider = saved.fromDay < doc.fromDay || kindsOf(saved).some(kind => !kindsOf(doc).includes(kind));
    if (saved.status === 'ACTIVE' && isWider) await fillRows(ctx, saved);
    return loadDetail(ctx, syncConnection, saved);
  },
});
export const connectionCalls: readonly Route[] = [make, edit];

/** Calls the accounting software for everything that a run needs. */
const test: Action<typeof syncConnection, 'test'> = async (ctx, doc) => {
  if (!doc.secretSetAt) failFields({ secret: { code: 'REQUIRED' } });
  const line = await callAccounting(ctx, 'login', () => lineTo(doc));
  const units = await callAccounting(ctx, 'codes', () => line.codes('units'));
  if (!units.some(({ code }) => code === doc.baseUnitCode)) failWithAnswer('unit', doc.baseUnitCode);
  await callAccounting(ctx, 'codes', () => line.codes('customers'));
  await fillCodes(ctx);
  return { set: { testPassedAt: ctx.now, lastError: null } };
};

/** Starts sending: every document since the first day gets its sync row. */
const activate: Action<typeof syncConnection, 'activate'> = async (ctx, doc) => {
  if (!doc.testPassedAt) fail('ACCOUNTING_TEST_FIRST');
  await assertOnlyOne(ctx, doc);
  await fillCodes(ctx);
  await fillRows(ctx, doc);
  // The unique index lets only one of two concurrent activations succeed.
  return {};
};

async function assertOnlyOne({ projectId }: Ctx, { _id }: Doc<typeof syncConnection>): Promise<void> {
  const other = await records(syncConnection).first({ projectId }, { status: 'ACTIVE', _id: { $ne: _id } });
  if (other) fail('ACCOUNTING_CONNECTION_ACTIVE', { name: other.name });
}

export const connectionActs = { test, activate } satisfies ActionsOf<typeof syncConnection>;
