import type { Definition } from '@lobby/shared/kit/definition.ts';
import { location, place } from '@lobby/shared/modules/location.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { refuseRingsWith } from '../../kit/store/rings.ts';
import { keepPlaces } from './keep-places.ts';

refuseRingsWith(location, 'LOCATION_IN_ITSELF');

/** Levels of places, and the places that they make. */
export function locationRoutes(all: readonly Definition[]): Route[] {
  return [...serve(place, {}, all), ...serve(location, { inTransaction: keepPlaces(all) }, all)];
}
