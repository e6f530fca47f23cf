import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { parcel } from './parcel.ts';

export const parcelCode = contract({
  method: 'get',
  path: '/receive-package/:id/code',
  summary: 'The code of a household for its parcels today',
  module: parcel.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.object({ code: z.string(), day: z.string() }),
});
