import { z } from 'zod';
import { recordSchema } from '../kit/answer-schema.ts';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { PASS_DECISIONS, visitorPass } from './visitor-pass.ts';

export const checkPass = contract({
  method: 'post',
  path: '/visitor-pass/check',
  summary: 'Whether a pass lets in now, by its code or what its QR code holds; changes nothing',
  module: visitorPass.code,
  body: z
    .strictObject({
      token: z.string().max(600).optional(),
      code: z
        .string()
        .regex(/^\d{6}$/, 'CODE_INVALID')
        .optional(),
      at: z.iso.datetime().optional(),
    })
    .superRefine(({ token, code }, issues) => {
      if ((token === undefined) === (code === undefined))
        issues.addIssue({ code: 'custom', path: ['code'], message: 'REQUIRED' });
    }),
  answer: () =>
    z.object({
      decision: z.enum(PASS_DECISIONS),
      pass: recordSchema(visitorPass, 'detail'),
      subject: z.string(),
      unitCode: z.string().nullable(),
      visitorId: idSchema.nullable(),
      inside: z.boolean(),
      next: z.enum(['in', 'out']).nullable(),
    }),
});
