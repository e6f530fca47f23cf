import { formula, tariffVersion } from '@lobby/shared/modules/tariff-version.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [
  // A single kind of price.
  [
    tariffVersion.fields,
    () => ({ pricing: 'UNIT_PRICE', unitPrice: 5000, tierPeople: undefined, noPeopleTier: undefined }),
  ],
  [formula.fields, () => ({ type: 'NUMBER_USE', parts: [] })],
];
