import { z } from 'zod';
import { wordOf } from '../kit/answer-schema.ts';
import { contract } from '../kit/contract.ts';
import type { Flag } from '../kit/permissions.ts';
import { idSchema } from '../kit/schema.ts';
import { blind, DECLARED } from './declared.ts';
import { position } from './employee.ts';

const flagsOf = ([code, flags]: [string, readonly Flag[]]) => [code, z.array(z.enum(flags)).max(14).optional()];
/** Known modules only, with the flags that each declares. */
const granted = () =>
  z.strictObject(Object.fromEntries([...DECLARED].map(flagsOf))).superRefine((flagsByModule, issues) => {
    for (const [code, flags] of Object.entries(flagsByModule))
      if (Array.isArray(flags) && blind(code, flags))
        issues.addIssue({ code: 'custom', path: [code], message: 'PERMISSION_NEEDS_READ' });
  });
const rights = z.object({
  id: z.string(),
  version: z.int(),
  admin: z.boolean(),
  permissions: z.record(z.string(), z.array(wordOf<Flag>())),
  holders: z.array(z.object({ id: z.string(), name: z.string() })),
});

export const positionRights = contract({
  method: 'get',
  path: '/position/:id/permissions',
  summary: 'What a position may do, and who holds it',
  module: position.code,
  params: z.strictObject({ id: idSchema }),
  answer: rights,
});

export const grantRights = contract({
  method: 'put',
  path: '/position/:id/permissions',
  summary: 'Set what a position may do',
  module: position.code,
  params: z.strictObject({ id: idSchema }),
  body: () => z.strictObject({ version: z.int().min(1).max(1_000_000_000), permissions: granted() }),
  answer: rights,
});
