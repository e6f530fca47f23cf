import { globSync } from 'node:fs';
import type { Fields } from '@lobby/shared/kit/fields.ts';

/** Values of fields that must fit each other; `undefined` leaves a field out. */
export type OwnSamples = readonly (readonly [Fields, () => Record<string, unknown>])[];

/** Samples of one module are in `samples/<noun>.ts`, those of a group in the file of its subject. */
const found: { samples?: OwnSamples }[] = await Promise.all(
  globSync('*.ts', { cwd: `${import.meta.dirname}/../samples` })
    .sort()
    .map(file => import(`../samples/${file}`)),
);

const OWN = new Map<Fields, () => Record<string, unknown>>([...found.flatMap(({ samples = [] }) => samples)]);

/** Values in a sample that replace those of single fields. */
export const ownOf = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    [...OWN].flatMap(([of, make]) =>
      Object.keys(fields).some(name => fields[name] === of[name])
        ? Object.entries(make()).filter(([name]) => fields[name] !== undefined && fields[name] === of[name])
        : [],
    ),
  );
