import { type Country, countriesIn } from '@lobby/shared/kit/countries.ts';
import type { Response } from 'express';
import { z } from 'zod';
import { fail } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { readAddress } from './address.ts';
import { cities, wardsOf } from './vietnam.ts';

/** Changes only with the law, so it is cached for a day. */
const keep = (res: Response) => res.set({ 'Cache-Control': 'private, max-age=86400', Vary: 'Accept-Language' });

const countries = new Map<string, Country[]>();
const place = z.object({ id: z.string(), name: z.string() });
const city = place.extend({ kind: z.enum(['CITY', 'PROVINCE']) });

/** Countries, cities and wards, for addresses, phone numbers and nationalities. */
export const baseDataRoutes: Route[] = [
  route({
    method: 'get',
    path: '/country-codes',
    summary: 'Countries with their dialling codes, named in the language of the caller',
    module: 'BASE_DATA',
    audience: 'user',
    answer: z.array(z.object({ code: z.string(), name: z.string(), dialCode: z.string() })),
    async run(ctx, { res }) {
      keep(res);
      const list = countries.get(ctx.language) ?? countriesIn(ctx.language);
      countries.set(ctx.language, list);
      return list;
    },
  }),
  route({
    method: 'get',
    path: '/cities',
    summary: 'Provinces and cities of Vietnam',
    module: 'BASE_DATA',
    audience: 'user',
    answer: z.array(city),
    async run(_ctx, { res }) {
      keep(res);
      return cities();
    },
  }),
  route({
    method: 'get',
    path: '/wards',
    summary: 'Wards and communes of a province or city',
    module: 'BASE_DATA',
    audience: 'user',
    query: z.strictObject({ cityId: z.string().regex(/^\d{2}$/, 'INVALID') }),
    answer: z.array(place),
    async run(_ctx, { query, res }) {
      const wards = wardsOf(query.cityId) ?? fail('NOT_FOUND');
      keep(res);
      return wards;
    },
  }),
  route({
    method: 'post',
    path: '/addresses/read',
    summary: 'An address in its parts; one of the three levels before July 2025 with what it is now',
    module: 'BASE_DATA',
    audience: 'user',
    body: z.strictObject({ text: z.string().max(300) }),
    answer: z.object({
      street: z.string(),
      ward: place.nullable(),
      city: city.nullable(),
      suggestions: z.array(z.string()),
    }),
    run: async (_ctx, { body }) => readAddress(body.text),
  }),
];
