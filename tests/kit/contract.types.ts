// Compiled, never run: each line under `@ts-expect-error` must be refused by the compiler, at its own place.
import { route } from '@lobby/server/kit/http/route.ts';
import { contract } from '@lobby/shared/kit/contract.ts';
import { wholeNumber } from '@lobby/shared/kit/query-schema.ts';
import { z } from 'zod';

export const owes = contract({
  method: 'get',
  path: '/bill/units/:unitId/owes',
  summary: 'What a unit owes',
  module: 'BILL',
  query: z.strictObject({ month: z.string().optional(), limit: wholeNumber(1, 100).default(20) }),
  answer: z.object({ owed: z.int(), dueAt: z.string().nullable(), bills: z.array(z.object({ code: z.string() })) }),
});

export const pay = contract({
  method: 'post',
  path: '/payment/:id/pay',
  summary: 'Pay',
  module: 'PAYMENT',
  body: z.strictObject({ amount: z.int(), note: z.string().optional() }),
  answer: z.object({ id: z.string() }),
});

route(owes, {
  flags: ['read'],
  run: async (_ctx, { params, query }) => {
    const limit: number = query.limit;
    // An instant goes out as text.
    return { owed: limit, dueAt: new Date(), bills: [{ code: params.unitId }] };
  },
});
// @ts-expect-error a field of the answer that is misspelt
route(owes, { run: async () => ({ owd: 1, dueAt: null, bills: [] }) });
// @ts-expect-error a field of another type
route(owes, { run: async () => ({ owed: '1', dueAt: null, bills: [] }) });
// @ts-expect-error a field of a line that is missing
route(owes, { run: async () => ({ owed: 1, dueAt: null, bills: [{}] }) });
// @ts-expect-error a parameter that the path does not have
route(owes, { run: async (_ctx, { params }) => ({ owed: params.id, dueAt: null, bills: [] }) });
// @ts-expect-error a body that the contract does not ask for
route(owes, { run: async (_ctx, { body }) => ({ owed: body.amount, dueAt: null, bills: [] }) });
// @ts-expect-error a path beside that of the contract
route(owes, { path: '/bill/owes', run: async () => ({ owed: 1, dueAt: null, bills: [] }) });
contract({
  method: 'get',
  path: '/bill',
  summary: 'Bills',
  module: 'BILL',
  answer: z.null(),
  // @ts-expect-error a key that no contract has
  qery: z.strictObject({}),
});
const said = {
  method: 'get',
  path: '/bill/unit/:unitId/owes/:month',
  summary: 'What a unit owes of a month',
  module: 'BILL',
  answer: z.null(),
} as const;
contract({ ...said, params: z.strictObject({ unitId: z.string(), month: z.string() }) });
contract({ ...said, params: () => z.strictObject({ month: z.string(), unitId: z.uuid() }) });
// @ts-expect-error a parameter of the path that its schema does not have
contract({ ...said, params: z.strictObject({ unitId: z.string() }) });
// @ts-expect-error a parameter that the path does not have
contract({ ...said, params: z.strictObject({ unitId: z.string(), month: z.string(), day: z.string() }) });
// @ts-expect-error a parameter of another name than in the path
contract({ ...said, params: z.strictObject({ unit: z.string(), month: z.string() }) });
// @ts-expect-error a schema that is made later and names another
contract({ ...said, params: () => z.strictObject({ id: z.string(), month: z.string() }) });
// @ts-expect-error a parameter of a path without any
contract({ ...said, path: '/bill/owes', params: z.strictObject({ unitId: z.string() }) });
