import type { Definition } from '@lobby/shared/kit/definition.ts';
import { parcel } from '@lobby/shared/modules/parcel.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { parcelCalls } from './routes.ts';
import { acts, completeParcel, holdAndTell } from './rules.ts';

/** Parcels that the desk keeps for households. */
export function parcelRoutes(all: readonly Definition[]): Route[] {
  const own = new Set(parcelCalls.map(({ path }) => path));
  const usual = serve(parcel, { check: completeParcel, inTransaction: holdAndTell, acts }, all);
  return [...parcelCalls, ...usual.filter(({ path }) => !own.has(path))];
}
