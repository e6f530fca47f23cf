import { TARIFF_TEMPLATES } from '@lobby/shared/billing/tariff-templates.ts';
import { versionOf } from '@lobby/shared/billing/version.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { z } from 'zod';
import { failFields } from '../../kit/base/errors.ts';
import { text } from '../../kit/base/messages.ts';
import { type Route, route } from '../../kit/http/route.ts';

/** Reduced VAT of 8 % until the end of 2026 (Nghị quyết 204/2025/QH15). */
const LENT = { vat: 8, until: '2027-01-01', after: 10 };

type Template = (typeof TARIFF_TEMPLATES)[number];

/** Version of a template from a day on, and the following one when the reduced VAT ends. */
function versionsOf({ values, source }: Template, effectiveFrom: string) {
  const { id: _id, ...version } = { ...versionOf({ ...values, effectiveFrom }), source };
  const lent = version.vat === LENT.vat && effectiveFrom < LENT.until;
  return { version, next: lent ? { ...version, effectiveFrom: LENT.until, vat: LENT.after } : null };
}

const version = z.looseObject({ effectiveFrom: z.string(), source: z.string(), vat: z.number() });
const pair = { version, next: version.nullable() };

/** Ready-made prices with their legal source: proposals to review and save. */
export const templateRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: `${tariff.path}/templates`,
    summary: 'Ready-made prices and the acts that name them',
    module: tariff.code,
    flags: ['read'],
    answer: z.array(z.object({ key: z.string(), name: z.string(), source: z.string(), ...pair })),
    run: async ctx =>
      TARIFF_TEMPLATES.map(tariffTemplate => ({
        key: tariffTemplate.key,
        name: text(ctx, `tariff-version.templates.${tariffTemplate.key}`),
        source: tariffTemplate.source,
        ...versionsOf(tariffTemplate, '2025-05-10'),
      })),
  }),
  route({
    method: 'post',
    path: `${tariff.path}/from-template`,
    summary: 'What would be sent to make a tariff of a template; nothing is stored',
    module: tariff.code,
    flags: ['write'],
    body: z.strictObject({
      template: z.string().max(40),
      code: z.string().max(20).optional(),
      name: z.string().max(100),
      effectiveFrom: z.iso.date(),
    }),
    answer: z.object({ name: z.string(), code: z.string().nullable(), ...pair }),
    async run(_ctx, { body: { template, code = null, name, effectiveFrom } }) {
      const base = TARIFF_TEMPLATES.find(({ key }) => key === template);
      if (!base) return failFields({ template: { code: 'INVALID' } });
      return { name, code, ...versionsOf(base, effectiveFrom) };
    },
  }),
];
