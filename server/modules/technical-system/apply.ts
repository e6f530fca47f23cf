import { idSchema } from '@lobby/shared/kit/schema.ts';
import { TAKEN_OVER } from '@lobby/shared/modules/care.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { isInService } from '@lobby/shared/modules/upkeep.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { edited } from '../../kit/records/records.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { type Change, retryOnConflict, save } from '../../kit/store/save.ts';
import type { CareValues } from '../maintenance/repair/index.ts';
import { completeCare } from './care.ts';
import { touchSystem } from './systems.ts';

const MOST = 200;
const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

const body = z.strictObject({
  /** Care fields to copy to the devices. */
  fields: z.array(z.enum(TAKEN_OVER)).min(1),
  deviceIds: z.array(idSchema).max(MOST).optional(),
  all: z.literal(true).optional(),
  /** Only lists the changes. */
  preview: z.boolean().default(false),
  version: z.int().min(1).max(1_000_000_000).optional(),
});
type Wanted = z.output<typeof body>;

/** Devices whose care differs from that of their system, with the changes. */
async function differing(ctx: Ctx, system: Doc<typeof technicalSystem>, { fields, deviceIds, all }: Wanted) {
  if (!all && !deviceIds?.length) failFields({ deviceIds: { code: 'REQUIRED' } });
  const docs = await records(device).find(
    ctx,
    { systemId: system._id, ...(!all && { _id: { $in: deviceIds ?? [] } }) },
    { limit: MOST, patience: 2000 },
  );
  return docs.flatMap(doc => {
    const names = fields.filter(name => !same(doc[name], system[name]));
    const set: CareValues = Object.fromEntries(names.map(name => [name, system[name]]));
    return names.length > 0 ? [{ doc, set }] : [];
  });
}

/** `PUT /technical-system/:id/apply-care`: copies the care settings of a system to its devices. */
export const applyRoute: Route = route({
  method: 'put',
  path: `${technicalSystem.path}/:id/apply-care`,
  summary: 'Give the care of a system to its devices; with `preview` only list what would change',
  module: technicalSystem.code,
  flags: ['write'],
  params: z.strictObject({ id: idSchema }),
  body,
  answer: z.array(z.object({ id: idSchema, code: z.string(), name: z.string(), fields: z.array(z.string()) })),
  run: async (ctx, { params, body: wanted }) =>
    retryOnConflict(async () => {
      const system = await load(ctx, technicalSystem, params.id);
      const devices = await differing(ctx, system, wanted);
      const changes = await Promise.all(
        devices.map(async ({ doc, set }, n): Promise<Change> => {
          const values = completeCare(ctx, set, doc, isInService(doc.status));
          const { changed } = await edited(ctx, device, doc, values);
          const also = (session: Session) => touchSystem(ctx, system._id, session);
          const update = { doc, set: changed };
          return { definition: device, action: 'update', update, ...(n === devices.length - 1 && { also }) };
        }),
      );
      if (!wanted.preview && changes.length > 0) await save(ctx, changes);
      return devices.map(({ doc, set }) => ({
        id: doc._id,
        code: doc.code,
        name: doc.name,
        fields: Object.keys(set),
      }));
    }),
});
