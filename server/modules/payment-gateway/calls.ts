import { CREDENTIALS, ONLINE_MODES, payerFee } from '@lobby/shared/billing/gateways.ts';
import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { idSchema, inputSchema } from '@lobby/shared/kit/schema.ts';
import { gatewayMode, offeredGateways, onlineModeSchema } from '@lobby/shared/modules/payment-gateway.contract.ts';
import { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import { z } from 'zod';
import { type Ctx, feature } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { create, update } from '../../kit/records/records.ts';
import { perform, untyped } from '../../kit/records/typed-behaviour.ts';
import { loadDetail } from '../../kit/serve.ts';
import type { Doc } from '../../kit/store/records.ts';
import { records } from '../../kit/store/records.ts';
import { retryOnConflict } from '../../kit/store/save.ts';
import { changeOnline, loadOnline } from '../../platform/payments/online.ts';
import { loadCredentials } from './contract.ts';
import { isAnswering } from './health.ts';
import { assertNotSandbox, checkCredentials, gatewayBehaviour, isComplete } from './rules.ts';
import { loadSaving } from './saving.ts';
import { type Credentials, keepSecrets } from './secrets.ts';

const { path, code: module, fields } = paymentGateway;
const version = z.int().min(1).max(1_000_000_000);
const byId = z.strictObject({ id: idSchema });
/** Credentials of a contract, by the names of its provider: write-only. */
const credentials = z.strictObject(
  Object.fromEntries(CREDENTIALS.map(name => [name, z.string().trim().min(1).max(2000).optional()])),
);
const answer = responseSchema(paymentGateway, 'detail');

/** The credentials that were given. */
const credentialsIn = (all: unknown): Credentials =>
  Object.fromEntries(
    Object.entries((all ?? {}) as Record<string, string | undefined>).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );

/** Active gateways of a project, in their order. */
const activeGateways = ({ projectId }: Pick<Ctx, 'projectId'>): Promise<Doc<typeof paymentGateway>[]> =>
  records(paymentGateway).find({ projectId }, { status: 'ACTIVE' }, { sort: { order: 1, _id: 1 } });

/** Whether residents of a project can pay online now. */
export const paysOnline = async (ctx: Ctx): Promise<boolean> =>
  feature(ctx, 'ONLINE_PAYMENT') && (await loadOnline(ctx.projectId)).mode === 'ON';

const readMode = route(gatewayMode, {
  flags: ['read'],
  residents: true,
  async run(ctx) {
    const held = await loadOnline(ctx.projectId);
    // Without the feature nobody pays, whatever the stored mode; the reason is for staff only.
    const mode = held.mode === 'ON' && !feature(ctx, 'ONLINE_PAYMENT') ? 'OFF' : held.mode;
    return { ...held, mode, reason: ctx.kind === 'resident' ? null : held.reason };
  },
});

const setMode = route({
  method: 'put',
  path: `${path}/mode`,
  summary: 'Let residents pay online, only look, or neither',
  module,
  flags: ['updateStatus'],
  body: z.strictObject({
    mode: z.enum(ONLINE_MODES),
    words: z.string().trim().max(1000).nullish(),
    reason: z.string().trim().min(1, 'REQUIRED').max(500),
    version: version.optional(),
  }),
  answer: onlineModeSchema,
  async run(ctx, { body }) {
    if (body.mode === 'ON') {
      const active = await activeGateways(ctx);
      if (!feature(ctx, 'ONLINE_PAYMENT') || active.length === 0) fail('PROJECT_NO_ONLINE_PAYMENT');
      for (const gateway of active) await assertNotSandbox(gateway);
    }
    const held = await loadOnline(ctx.projectId);
    const words = body.words === undefined ? held.words : body.words || null;
    return changeOnline(ctx, { mode: body.mode, words, reason: body.reason }, body.version);
  },
});

const offered = route(offeredGateways, {
  flags: ['read'],
  residents: true,
  async run(ctx, { query: { unitId, amount = 0 } }) {
    if (ctx.kind === 'resident' && unitId && unitId !== ctx.unitId) fail('NOT_FOUND');
    if (!(await paysOnline(ctx))) return [];
    const answering = (await activeGateways(ctx)).filter(({ _id }) => isAnswering(_id));
    // A gateway of the demo has the keys of the sandbox beside it, and none where that does not run.
    const held = await Promise.all(answering.map(doc => loadCredentials(doc, ctx.now)));
    const able = answering.filter(({ provider }, at) => isComplete(provider, held[at] ?? null));
    return Promise.all(
      able.map(async doc => ({
        id: doc._id,
        name: doc.name,
        provider: doc.provider,
        environment: doc.environment,
        channels: doc.channels.map(({ channel }) => channel),
        purposes: doc.purposes.map(({ purpose }) => purpose),
        fee: payerFee(doc, amount),
        minAmount: doc.minAmount ?? 0,
        maxAmount: doc.maxAmount ?? 0,
        allowPartial: doc.allowPartial === true,
        oldestFirst: doc.oldestFirst === true,
        saves: (await loadSaving(doc, ctx.now)) !== null,
      })),
    );
  },
});

const make = route({
  method: 'post',
  path,
  summary: 'Create a payment-gateway; what its contract says is sealed and never answered',
  module,
  flags: ['write'],
  creates: true,
  body: inputSchema(fields, 'create').extend({ credentials: credentials.optional() }),
  answer,
  run: (ctx, { body }) => {
    const { credentials: secrets, ...values } = body;
    return retryOnConflict(() =>
      create(ctx, paymentGateway, values, untyped(gatewayBehaviour(credentialsIn(secrets)))),
    );
  },
});

const edit = route({
  method: 'put',
  path: `${path}/:id`,
  summary: 'Edit a payment-gateway; of its contract only what is given changes',
  module,
  flags: ['write'],
  params: byId,
  body: inputSchema(fields, 'update').extend({ credentials: credentials.optional(), version }),
  answer,
  async run(ctx, { params, body }) {
    const { credentials: secrets, version: based, ...values } = body;
    const doc = await load(ctx, paymentGateway, params.id);
    const behaviour = untyped(gatewayBehaviour(credentialsIn(secrets)));
    return loadDetail(ctx, paymentGateway, await update(ctx, paymentGateway, doc, based, values, behaviour));
  },
});

const rotate = route({
  method: 'put',
  path: `${path}/:id/rotate`,
  summary: 'Change what the contract says; notices signed by the old keys are taken for 48 hours more',
  module,
  flags: ['updateStatus'],
  params: byId,
  body: z.strictObject({ credentials, version: version.optional() }),
  answer,
  async run(ctx, { params, body }) {
    const secrets = credentialsIn(body.credentials);
    const doc = await perform(
      ctx,
      { definition: paymentGateway, name: 'keys', id: params.id, input: { version: body.version } },
      (_ctx, latest) => {
        if (Object.keys(secrets).length === 0) failFields({ credentials: { code: 'REQUIRED' } });
        checkCredentials(latest.provider, secrets);
        return {
          set: { credentialsAt: ctx.now, ...(latest.status !== 'ACTIVE' && { testPassedAt: null }) },
          also: session => keepSecrets(ctx, latest, secrets, session, true),
        };
      },
    );
    return loadDetail(ctx, paymentGateway, doc);
  },
});

export const gatewayCalls: readonly Route[] = [readMode, setMode, offered, make, rotate];
/** Mounted after the routes with a word in the place of the id. */
export const editGateway = edit;
