import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { z } from 'zod';
import { type Route, route } from '../../../kit/http/route.ts';
import type { Together } from '../../../kit/jobs/runs.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { each, manyAnswer } from '../../../kit/records/acts/multi.ts';
import { type Action, perform } from '../../../kit/records/typed-behaviour.ts';
import { release } from '../release/many.ts';
import { cancelBill } from '../rules.ts';
import { findDrafts } from './run.ts';

const params = z.strictObject({ id: idSchema });
const date = fieldSchema({ kind: 'date' }).optional();

interface OnDrafts {
  name: 'release' | 'discard';
  /** Act performed on each draft. */
  action: 'release' | 'cancel';
  summary: string;
  input: z.ZodRawShape;
  rule: (Action<typeof bill, 'release'> | Action<typeof bill, 'cancel'>) & { together?: Together };
}

/** Route that performs an act on all drafts of a run, one by one. */
const onDrafts = ({ name, action, summary, input, rule }: OnDrafts): Route =>
  route({
    method: 'put',
    path: `${billRun.path}/:id/${name}`,
    summary,
    module: billRun.code,
    flags: ['updateStatus'],
    params,
    body: z.strictObject({ version: z.int().min(1).max(1_000_000_000).optional(), ...input }),
    answer: manyAnswer,
    async run(ctx, { params, body, res }) {
      const run = await load(ctx, billRun, params.id);
      const { version: _version, ...values } = body;
      const ids = await findDrafts(ctx, run._id);
      const work = { action, input: values, flags: ['updateStatus' as const], ids, together: rule.together };
      return each(ctx, bill, work, res, (now, id, marked) =>
        perform(now, { definition: bill, name: action, id, input: values, run: marked }, rule),
      );
    },
  });

export const draftRoutes: readonly Route[] = [
  onDrafts({
    name: 'release',
    action: 'release',
    rule: release,
    summary: 'Release the drafts that a run has made',
    input: { accountingDate: date, voucherDate: date },
  }),
  onDrafts({
    name: 'discard',
    action: 'cancel',
    rule: cancelBill,
    summary: 'Cancel the drafts that a run has made',
    input: { reason: fieldSchema({ kind: 'longText', max: 1000, required: true }) },
  }),
];
