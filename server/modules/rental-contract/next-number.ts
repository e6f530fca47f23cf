import { idSchema } from '@lobby/shared/kit/schema.ts';
import { CONTRACT_NUMBER, nextNumber, runOf } from '@lobby/shared/modules/contract-number.ts';
import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import { failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { loadProject } from '../../platform/projects/projects.ts';

/** `GET /rental-contract/next-number`: suggested number for a new contract of a unit, by the project's pattern; it is not reserved. */
export const nextNumberRoute: Route = route({
  method: 'get',
  path: `${rentalContract.path}/next-number`,
  summary: 'The next number of a rental contract, by the pattern of the project',
  module: rentalContract.code,
  flags: ['read'],
  query: z.strictObject({ unitId: idSchema }),
  answer: z.object({ code: z.string() }),
  async run(ctx, { query: { unitId } }) {
    const { projectId } = ctx;
    const home = (await loadRefs(projectId, unit, [unitId])).get(unitId);
    if (!home) failFields({ unitId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
    const pattern = (await loadProject(projectId))?.contractNumber || CONTRACT_NUMBER;
    const day = todayOf(ctx);
    const contracts = await records(rentalContract).find(
      { projectId },
      { code: runOf(pattern, day) },
      { only: ['code'] },
    );
    const codes = contracts.map(({ code }) => code);
    return { code: nextNumber(pattern, day, home.code, codes) };
  },
});
