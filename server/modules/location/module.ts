import { MODULES } from '@lobby/shared/modules/index.ts';
import { location, place } from '@lobby/shared/modules/location.ts';
import { setCycleCode } from '../../kit/store/refs/tree-cycles.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { keepPlaces } from './keep-places.ts';

export const locationModule = defineServerModule({
  name: 'location',
  serves: [serves(place), serves(location, { inTransaction: keepPlaces(MODULES) })],
  configure: () => setCycleCode(location, 'LOCATION_IN_ITSELF'),
});
