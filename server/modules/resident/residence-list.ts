import { resident } from '@lobby/shared/modules/resident.ts';
import { z } from 'zod';
import { type Route, route } from '../../kit/http/route.ts';
import { rememberExport, sendRows, XLSX } from '../../kit/sheets/export.ts';
import { records } from '../../kit/store/records.ts';

/** Fields that the ward police ask for: identity, address, documents and their expiry. */
const COLUMNS = [
  'name',
  'birthday',
  'gender',
  'nationality',
  'identifier',
  'visa',
  'visaExpiry',
  'unitId',
  'role',
  'movedInAt',
  'rentTo',
  'temporaryNumber',
  'temporaryFrom',
  'temporaryTo',
  'permanentAddress',
  'phone',
];

/** Foreigners and temporary residents. */
const STAYING = {
  $or: [
    { nationality: { $nin: [null, '', 'VN'] } },
    { temporaryNumber: { $nin: [null, ''] } },
    { temporaryTo: { $nin: [null, ''] } },
    { rentTo: { $nin: [null, ''] } },
    { role: 'RENTER' },
  ],
} as const;

/** `PUT /member/residence-list`: list of foreigners and temporary residents for the ward police, unmasked; recorded as an activity. */
export const residenceList: Route = route({
  method: 'put',
  path: `${resident.path}/residence-list`,
  summary: 'The foreigners and temporary residents, as the police of the ward asks for them',
  module: resident.code,
  flags: ['exportEncrypted'],
  body: z.strictObject({}),
  answer: XLSX,
  async run(ctx, { res }) {
    const query = { projectId: ctx.projectId, deletedAt: null, living: true, ...STAYING } as const;
    const count = await records(resident).count(ctx, query);
    await rememberExport(ctx, resident, 'exportEncrypted', { list: 'residence', count });
    await sendRows(ctx, resident, { query, sort: resident.list.defaultSort, columns: COLUMNS, plain: true }, res);
  },
});
