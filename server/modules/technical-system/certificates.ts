import { idSchema } from '@lobby/shared/kit/schema.ts';
import { INSPECTION_RESULTS } from '@lobby/shared/modules/care.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { DUE_STATUSES } from '@lobby/shared/modules/upkeep.ts';
import { z } from 'zod';
import { loadFiles } from '../../kit/files/files.ts';
import { fileSchema } from '../../kit/http/response-schema.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/act.ts';
import { type Doc, records } from '../../kit/store/records.ts';

const word = z.string().nullable();

/** `GET /technical-system/:id/certificates`: last inspections of a system and its devices. */
export const certificatesRoute: Route = route({
  method: 'get',
  path: `${technicalSystem.path}/:id/certificates`,
  summary: 'The last inspections of a system and its devices, with their papers',
  module: technicalSystem.code,
  flags: ['read'],
  params: z.strictObject({ id: idSchema }),
  answer: z.array(
    z.object({
      id: idSchema,
      code: z.string(),
      name: z.string(),
      number: word,
      result: z.enum(INSPECTION_RESULTS).nullable(),
      last: word,
      next: word,
      due: z.enum(DUE_STATUSES),
      files: z.array(fileSchema),
    }),
  ),
  async run(ctx, { params }) {
    const system = await load(ctx, technicalSystem, params.id);
    const machines = await records(device).find(ctx, { systemId: system._id }, { sort: { code: 1 } });
    const inspected: (Doc<typeof device> | typeof system)[] = [system, ...machines].filter(
      ({ lastInspectionDate, certificateNumber }) => lastInspectionDate ?? certificateNumber,
    );
    const files = await loadFiles(
      ctx,
      inspected.flatMap(({ certificates }) => certificates),
    );
    return inspected.map(one => ({
      id: one._id,
      code: one.code,
      name: one.name,
      number: one.certificateNumber,
      result: one.lastInspectionResult,
      last: one.lastInspectionDate,
      next: one.nextInspectionDate,
      due: one.inspectionDue,
      files: one.certificates.flatMap(id => files.get(id) ?? []),
    }));
  },
});
