import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { idSchema, inputSchema } from '@lobby/shared/kit/schema.ts';
import { tariffVersions } from '@lobby/shared/modules/tariff.contract.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { tariffVersion } from '@lobby/shared/modules/tariff-version.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, Refusal } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load, readerOf } from '../../kit/records/acts/act.ts';
import { present } from '../../kit/records/present.ts';
import { assertWritable, build, create } from '../../kit/records/records.ts';
import type { BehaviourOf, RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';
import { fieldOf } from '../../kit/store/records.ts';
import { checkRefs } from '../../kit/store/refs/refs.ts';
import { type Change, retryOnConflict } from '../../kit/store/save.ts';
import { ofToday, versionsOfTariff } from './current-price.ts';
import { COPIED_FROM, copyFormula, isUsed, placeVersion } from './versions.ts';

type Version = Values<typeof tariffVersion>;

/** A tariff is removed with its versions, unless a bill uses one of them. */
async function check(
  { projectId }: Ctx,
  { kind, values, doc }: RequestOf<typeof tariff>,
): Promise<Values<typeof tariff>> {
  if (kind !== 'remove') return values;
  const versions = await versionsOfTariff(projectId, doc._id);
  const ids = versions.map(({ _id }) => _id);
  // Services using it are reported first, by the generic removal.
  if (!doc.services && (await isUsed(projectId, ids))) fail('TARIFF_VERSION_USED');
  return values;
}
export const tariffBehaviour = { check } satisfies BehaviourOf<typeof tariff>;

const { tariffId: _tariff, ...VERSION } = tariffVersion.fields;
const versionBody = inputSchema(VERSION, 'create').superRefine((values, issues) => {
  for (const [path, { code, params }] of Object.entries(tariffVersion.check(values)))
    issues.addIssue({ code: 'custom', path: path.split('.'), message: code, params });
});

/** Moves the errors of a version to its place in the request. */
async function within<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof Refusal) || !error.data?.fields) throw error;
    const fields = Object.entries(error.data.fields).map(([path, fault]) => [`version.${path}`, fault]);
    throw new Refusal(error.code, { ...error.data, fields: Object.fromEntries(fields) });
  }
}

/** Creates a tariff with its first versions. */
async function createWith(
  ctx: Ctx,
  values: Record<string, unknown>,
  versions: readonly Version[],
): Promise<Record<string, unknown>> {
  return create(ctx, tariff, values, {
    check: async () => ({ ...values, ...ofToday(versions, todayOf(ctx)) }),
    changes: async (_ctx, { doc }) =>
      Promise.all(
        versions.map(
          async (version, n): Promise<Change> => ({
            definition: tariffVersion,
            action: 'create',
            insert: await build(ctx, tariffVersion, { ...version, number: n + 1, tariffId: doc?._id }, true),
          }),
        ),
      ),
  });
}

const creation = route({
  method: 'post',
  path: tariff.path,
  summary: 'Create a tariff, with its first version',
  module: tariff.code,
  flags: ['write'],
  creates: true,
  body: inputSchema(tariff.fields, 'create').extend({ version: versionBody.optional() }),
  answer: responseSchema(tariff, 'detail'),
  run: (ctx, { body: { version: first, ...values } }) =>
    retryOnConflict(async () => {
      if (!first) return createWith(ctx, values, []);
      const version: Version = { ...first };
      const firstVersion = await within(async () => {
        assertWritable(ctx, VERSION, version);
        await checkRefs(ctx, COPIED_FROM, version);
        const whole = await copyFormula(ctx, version);
        await placeVersion(ctx, whole);
        return whole;
      });
      return createWith(ctx, values, [firstVersion]);
    }),
});

const byId = z.strictObject({ id: idSchema });

/** Versions of a tariff with their state today. */
const timeline = route(tariffVersions, {
  flags: ['read'],
  async run(ctx, { params }) {
    const doc = await load(ctx, tariff, params.id);
    const all = await versionsOfTariff(ctx.projectId, doc._id);
    const { effectiveNow } = ofToday(all, todayOf(ctx));
    const used = await Promise.all(all.map(({ _id }) => isUsed(ctx.projectId, [_id])));
    const stateOf = (day: string): AnswerOf<typeof tariffVersions>[number]['state'] =>
      day === effectiveNow ? 'CURRENT' : effectiveNow !== null && day < effectiveNow ? 'PAST' : 'FUTURE';
    return all
      .map((version, n) => ({
        ...present(tariffVersion, ctx.projectId, version, readerOf(ctx), 'detail'),
        id: version._id,
        state: stateOf(version.effectiveFrom),
        used: used[n] === true,
      }))
      .reverse();
  },
});

/** Values of a version without the fields of the record. */
const valuesOf = (doc: Doc<typeof tariffVersion>): Version =>
  Object.fromEntries(
    Object.keys(VERSION)
      .map(name => [name, fieldOf(doc, name) ?? null])
      .filter(([, value]) => value !== null),
  );

const copy = route({
  method: 'post',
  path: `${tariff.path}/:id/copy`,
  summary: 'Create a tariff with the versions of another',
  module: tariff.code,
  flags: ['write'],
  creates: true,
  params: byId,
  body: inputSchema({ code: tariff.fields.code, name: tariff.fields.name }, 'create'),
  answer: responseSchema(tariff, 'detail'),
  async run(ctx, { params, body }) {
    const { group, note, _id } = await load(ctx, tariff, params.id);
    const versions = await versionsOfTariff(ctx.projectId, _id);
    return retryOnConflict(() => createWith(ctx, { ...body, group, note }, versions.map(valuesOf)));
  },
});

export const tariffRoutesOfOwn: readonly Route[] = [creation, timeline, copy];
