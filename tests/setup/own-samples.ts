import { globSync } from 'node:fs';
import type { Fields } from '@lobby/shared/kit/fields.ts';
import { AMENITY_SAMPLES } from './amenity-samples.ts';
import { CONFERENCE_SAMPLES } from './conference-samples.ts';
import { HANDOVER_SAMPLES } from './handover-samples.ts';
import { INVOICE_SAMPLES } from './invoice-samples.ts';
import { REPORT_SAMPLES } from './report-calls.ts';
import { STORE_SAMPLES } from './store-samples.ts';
import { UPKEEP_SAMPLES } from './upkeep-samples.ts';

/** Values of fields that must fit each other; `undefined` leaves a field out. */
export type OwnSamples = readonly (readonly [Fields, () => Record<string, unknown>])[];

/** Those of one module stand in `samples/<noun>.ts`. */
const found: { samples: OwnSamples }[] = await Promise.all(
  globSync('*.ts', { cwd: `${import.meta.dirname}/samples` })
    .sort()
    .map(file => import(`./samples/${file}`)),
);

const OWN = new Map<Fields, () => Record<string, unknown>>([
  ...STORE_SAMPLES,
  ...REPORT_SAMPLES,
  ...INVOICE_SAMPLES,
  ...AMENITY_SAMPLES,
  ...UPKEEP_SAMPLES,
  ...CONFERENCE_SAMPLES,
  ...HANDOVER_SAMPLES,
  ...found.flatMap(({ samples }) => samples),
]);

/** Values in a sample that replace those of single fields. */
export const ownOf = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    [...OWN].flatMap(([of, make]) =>
      Object.keys(fields).some(name => fields[name] === of[name])
        ? Object.entries(make()).filter(([name]) => fields[name] !== undefined && fields[name] === of[name])
        : [],
    ),
  );
