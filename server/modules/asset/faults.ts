import { fileSchema } from '@lobby/shared/kit/answer-schema.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { asset } from '@lobby/shared/modules/asset.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { z } from 'zod';
import { type Budget, createBudget } from '../../kit/base/budget.ts';
import { systemCtx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { takeUploads } from '../../kit/files/file-routes.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { checkInput } from '../../kit/records/acts/multi.ts';
import { retryOnConflict, save } from '../../kit/store/save.ts';
import { settingsOf } from '../../platform/projects/projects.ts';
import { loadRepair } from '../maintenance/repair/index.ts';
import { loadByToken, loadFaults } from './qr.ts';

/** Report limit per asset and per IP address, within an hour. */
const REPORTS: Budget = { burst: 5, perSecond: 5 / 3600 };
const UPLOADS: Budget = { burst: 20, perSecond: 20 / 3600 };
let budget = createBudget();
/** Resets the limits, for tests. */
export function forgetReports(): void {
  budget = createBudget();
}
const MOST_WORDS = 5000;

const TEXT = { kind: 'longText', max: 1000 } as const;
const FAULT = {
  text: TEXT,
  images: { kind: 'files', max: 5, images: true },
  name: { kind: 'text', max: 100 },
  phone: { kind: 'phone' },
} as const;
const common = {
  module: asset.code,
  audience: 'public' as const,
  residents: false,
  pace: 'open' as const,
  params: z.strictObject({ token: z.string().max(100) }),
};

function take(keys: readonly string[], of: Budget): void {
  for (const key of keys) {
    const seconds = budget.take(key, of);
    if (seconds > 0) fail('TOO_MANY_REQUESTS', { seconds });
  }
}

const uploadRoute = route({
  ...common,
  method: 'post',
  path: '/q/:token/upload',
  summary: 'Pictures of a fault, by the code on the thing',
  upload: true,
  status: 201,
  answer: z.array(fileSchema),
  async run(nobody, { params, req }) {
    const { project } = await loadByToken(params.token);
    take([`pictures ${req.ip}`], UPLOADS);
    return takeUploads(systemCtx(settingsOf(project), nobody.now), req);
  },
});

/** `POST /q/:token/fault`: reports a fault without signing in; `joins` adds the caller to an existing report. */
const faultRoute = route({
  ...common,
  method: 'post',
  path: '/q/:token/fault',
  summary: 'Report a fault by the code on the thing, or join a report that is there; without signing in',
  status: 201,
  body: z.strictObject({
    text: fieldSchema(FAULT.text).optional(),
    images: fieldSchema(FAULT.images).optional(),
    name: fieldSchema(FAULT.name).optional(),
    phone: fieldSchema(FAULT.phone).optional(),
    joins: idSchema.optional(),
  }),
  answer: z.object({ code: z.string(), count: z.int() }),
  async run(nobody, { params, req, body }) {
    const { thing, doc, project } = await loadByToken(params.token);
    const text = (body.text ?? '').trim();
    if (!body.joins && text.length < 5) failFields({ text: { code: 'TOO_SHORT', params: { min: 5 } } });
    take([`fault ${doc._id}`, `fault from ${req.ip}`], REPORTS);
    const ctx = systemCtx(settingsOf(project), nobody.now);
    await checkInput(ctx, { from: [], flag: 'write', input: FAULT }, { ...body });
    if (!body.joins) {
      const target = thing === asset ? { assetId: doc._id } : { deviceId: doc._id };
      const report = {
        reporterName: body.name || null,
        reporterPhone: body.phone || null,
      };
      const made = await loadRepair(ctx, {
        ...target,
        ...report,
        title: doc.name,
        description: text,
        reported: text,
        images: body.images,
      });
      const [saved] = await save(ctx, [made]);
      return { code: String(saved?.code ?? ''), count: 1 };
    }
    return retryOnConflict(async () => {
      const fault = (await loadFaults(ctx, thing, doc)).find(({ _id }) => _id === body.joins);
      if (!fault) return fail('NOT_FOUND');
      const joined = (before: string | null) => [before, text].filter(Boolean).join('\n— ').slice(0, MOST_WORDS);
      const set = { description: joined(fault.description), reported: joined(fault.reported) };
      const update = { doc: fault, set, inc: { reportCount: 1 } };
      const [saved] = await save(ctx, [{ definition: maintenance, action: 'update', update }]);
      return { code: fault.code ?? '', count: Number(saved?.reportCount) };
    });
  },
});

export const faultRoutes: readonly Route[] = [uploadRoute, faultRoute];
