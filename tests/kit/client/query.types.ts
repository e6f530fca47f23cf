// Compiled, never run: the compiler has to refuse each line under `@ts-expect-error`.
import type { Filter } from '@lobby/shared/kit/definition.ts';
import type { Chosen } from '../../../client/kit/acts/acts.ts';
import type { Call } from '../../../client/kit/http/api.ts';
import { filterValues, toQuery } from '../../../client/kit/http/query.ts';

const filter: Filter = { status: { in: ['ACTIVE'] } };
const written = { status: { in: ['ACTIVE'] } };

export const good: Call = { query: { filter: filterValues(filter), createdAt: { from: '2026-01-01' }, limit: 20 } };
export const chosen: Chosen = { isAll: true, filter: filterValues(filter) };

export const refused: Call[] = [
  // @ts-expect-error a list filter is not a query
  { query: { filter } },
  // @ts-expect-error nor is a filter literal
  { query: { filter: written } },
  // @ts-expect-error nor a single condition
  { query: { filter: { status: { in: ['ACTIVE'] } } } },
];
// @ts-expect-error nor in a query string
toQuery({ filter });
// @ts-expect-error nor in a request body
export const raw: Chosen = { isAll: true, filter };
