import { device } from '@lobby/shared/modules/device.ts';
import { systemCertificates } from '@lobby/shared/modules/technical-system.contract.ts';
import { technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { loadFiles } from '../../kit/files/files.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { type Doc, records } from '../../kit/store/records.ts';

/** `GET /technical-system/:id/certificates`: last inspections of a system and its devices. */
export const certificatesRoute: Route = route(systemCertificates, {
  flags: ['read'],
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
    return inspected.map(thing => ({
      id: thing._id,
      code: thing.code,
      name: thing.name,
      number: thing.certificateNumber,
      result: thing.lastInspectionResult,
      last: thing.lastInspectionDate,
      next: thing.nextInspectionDate,
      due: thing.inspectionDue,
      files: thing.certificates.flatMap(id => files.get(id) ?? []),
    }));
  },
});
