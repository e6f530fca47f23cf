// Compiled, never run: the compiler has to refuse each line under `@ts-expect-error`.
import type { Ctx } from '@lobby/server/kit/base/context.ts';
import { route } from '@lobby/server/kit/http/route.ts';
import { load, type Rule } from '@lobby/server/kit/records/acts/act.ts';
import { build } from '@lobby/server/kit/records/records.ts';
import { actionsOf, perform } from '@lobby/server/kit/records/typed-behaviour.ts';
import { actionSchema } from '@lobby/server/kit/serve.ts';
import { type Doc, records } from '@lobby/server/kit/store/records.ts';
import { loadRefs, needRef } from '@lobby/server/kit/store/refs/refs.ts';
import { save } from '@lobby/server/kit/store/save.ts';
import type { Stored } from '@lobby/server/kit/store/schema.ts';
import { endsBy, serves } from '@lobby/server/platform/server-module.ts';
import { defineModule } from '@lobby/shared/kit/define-module.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { idSchema, inputSchema } from '@lobby/shared/kit/schema.ts';
import { z } from 'zod';

const permit = defineModule({
  name: 'permit',
  code: 'PERMIT',
  path: '/permit',
  title: 'name',
  flags: ['read', 'write', 'approve'],
  fields: {
    name: { kind: 'text', max: 50, required: true },
    unitId: { kind: 'ref', to: 'unit' },
    month: { kind: 'month' },
    paid: { kind: 'money', initial: 0 },
    endsAt: { kind: 'instant' },
    lines: { kind: 'lines', max: 5, of: { amount: { kind: 'money', required: true }, at: { kind: 'instant' } } },
  },
  statuses: { OPEN: { tone: 'going', icon: 'clock' }, CLOSED: { tone: 'ended', icon: 'ban' } },
  initial: 'OPEN',
  actions: {
    close: {
      from: ['OPEN'],
      to: 'CLOSED',
      flag: 'approve',
      reason: 'name',
      input: { amount: { kind: 'money', required: true }, endsAt: { kind: 'instant' } },
    },
  },
  unique: [{ fields: ['unitId', 'month'], where: { status: ['OPEN'] }, code: 'PERMIT_EXISTS', field: 'month' }],
  errors: { PERMIT_EXISTS: 409 },
  list: { columns: ['name'], sorts: ['name'], defaultSort: 'name', filters: ['unitId'] },
});
const project = { projectId: 'a' };

export async function reads(doc: Doc<typeof permit>): Promise<unknown[]> {
  const untyped: Stored = doc;
  const sum: number = doc.paid + (doc.lines[0]?.amount ?? 0);
  const at: Date | null = doc.endsAt;
  const status: 'OPEN' | 'CLOSED' = doc.status;
  const [first] = await records(permit).find(
    project,
    { status: { $in: ['OPEN'] }, 'lines.amount': 3 },
    { only: ['paid'] },
  );
  const paid: number | undefined = first?.paid;
  // @ts-expect-error field outside of the projection
  first?.month;
  // @ts-expect-error unknown field
  doc.paied;
  // @ts-expect-error an optional field may be null
  const name: string = doc.unitId;
  // @ts-expect-error unknown field
  await records(permit).find(project, { mnth: '2026-11' });
  // @ts-expect-error unknown status
  await records(permit).count(project, { status: 'OPN' });
  return [untyped, sum, at, status, paid, name];
}

/** Records loaded or built by a known definition have its type; those of a generic definition are untyped. */
export async function loads(ctx: Ctx, anything: Definition, rules: Record<string, Rule>): Promise<unknown[]> {
  const all: Doc<typeof permit>[] = [
    await load(ctx, permit, 'a'),
    await build(ctx, permit, {}),
    await needRef(ctx, permit, 'a', 'permitId'),
    ...(await loadRefs('a', permit, ['a'])).values(),
  ];
  const stored: Stored[] = [await load(ctx, anything, 'a'), await needRef(ctx, 'permit', 'a', 'permitId')];
  serves(permit, { actions: actionsOf(permit, rules) });
  // @ts-expect-error unknown field
  (await load(ctx, permit, 'a')).paied;
  return [all, stored];
}

export async function performs(ctx: Ctx, id: string): Promise<unknown[]> {
  const loaded: Doc<typeof permit> = await load(ctx, permit, id);
  const made = await build(ctx, permit, { name: 'Roof' });
  made.paid = 3;
  const behind = (await loadRefs(ctx.projectId, permit, [id])).get(id)?.paid;
  const input = { reason: 'Built', amount: 3 };
  const closed = await perform(ctx, { definition: permit, name: 'close', id, input }, (_ctx, { paid }, { amount }) => ({
    set: { paid: paid + amount },
  }));
  // With a definition known only at run time any field can be read.
  const some: Definition = permit;
  const any: unknown = (await load(ctx, some, id)).whatever;
  await records(permit).find(ctx, {}, { sort: { 'sorted.name': 1, month: -1 } });
  // @ts-expect-error unknown field
  loaded.paied;
  // @ts-expect-error unknown field
  made.paied = 1;
  // @ts-expect-error unknown action
  await perform(ctx, { definition: permit, name: 'clsoe', id, input }, () => ({}));
  // @ts-expect-error a required input is missing
  await perform(ctx, { definition: permit, name: 'close', id, input: { reason: 'Built' } }, () => ({}));
  // @ts-expect-error the reason is missing
  await perform(ctx, { definition: permit, name: 'close', id, input: { amount: 3 } }, () => ({}));
  // @ts-expect-error unknown input
  await perform(ctx, { definition: permit, name: 'close', id, input: { ...input, amuont: 3 } }, () => ({}));
  // @ts-expect-error an amount is no text
  await perform(ctx, { definition: permit, name: 'close', id, input: { reason: 'Built', amount: '3' } }, () => ({}));
  // @ts-expect-error unknown field
  await records(permit).find(ctx, {}, { sort: { mnth: 1 } });
  return [loaded, made, behind, closed.status, any];
}

const { unitId, month, lines } = permit.fields;
route({
  method: 'post',
  path: '/permit/many',
  summary: 'Several permits',
  module: permit.code,
  body: inputSchema({ name: permit.fields.name, unitId, month, lines, paid: permit.fields.paid }, 'create'),
  async run(_ctx, { body }) {
    const name: string = body.name;
    const of: string | null | undefined = body.unitId;
    const amount: number | undefined = body.lines?.[0]?.amount;
    // @ts-expect-error an optional field may be missing
    const when: string = body.month;
    // @ts-expect-error unknown field
    body.mnth;
    // @ts-expect-error an amount is no text
    const paid: string | undefined = body.paid;
    return [name, of, amount, when, paid];
  },
});
route({
  method: 'put',
  path: '/permit/:id/close',
  summary: 'Close a permit',
  module: permit.code,
  params: z.strictObject({ id: idSchema }),
  body: actionSchema(permit.actions.close),
  run: (ctx, { params, body }) =>
    perform(ctx, { definition: permit, name: 'close', id: params.id, input: body }, (_ctx, _doc, { amount }) => ({
      // @ts-expect-error unknown input
      set: { paid: amount + body.amuont },
    })),
});

serves(permit, {
  actions: {
    close: (_ctx, doc, input) => ({
      set: { paid: doc.paid + input.amount, endsAt: input.endsAt ? new Date(input.endsAt) : null },
    }),
  },
});
// @ts-expect-error unknown field
serves(permit, { actions: { close: () => ({ set: { paied: 1 } }) } });
// @ts-expect-error rules have to be under `actions`; `acts` would be ignored
serves(permit, { acts: { close: () => ({}) } });
// @ts-expect-error unknown status
serves(permit, { actions: { close: () => ({ status: 'CLOSD' }) } });
// @ts-expect-error unknown action
serves(permit, { actions: { clsoe: () => ({}) } });
// @ts-expect-error unknown input
serves(permit, { actions: { close: (_ctx, _doc, input) => ({ set: { paid: input.amuont } }) } });
// @ts-expect-error unknown action
endsBy({ definition: permit, name: 'clsoe', actions: {}, where: () => ({}) });
// @ts-expect-error unknown field
defineModule({ ...permit, unique: [{ fields: ['unitId', 'mnth'] }] });

// Compiled without a word, since a right name stands beside the wrong one; found by known-names.test.ts.
serves(permit, { actions: { close: () => ({ set: { paid: 1, paied: 2 } }) } }); // unknown: paied
serves(permit, { actions: { close: () => ({ inc: { paid: 1, paied: 2 } }) } }); // unknown: paied
serves(permit, { actions: { close: () => ({ set: { paid: 1 }, stauts: 'CLOSED' }) } }); // unknown: stauts
serves(permit, { check: async (_ctx, { values }) => ({ name: values.name, nmae: 'Roof' }) }); // unknown: nmae
export const changed = async (ctx: Ctx, id: string): Promise<unknown[]> => {
  const doc = await load(ctx, permit, id);
  const due: { paid: number; late?: boolean } = { paid: 3 };
  return await save(ctx, [
    { definition: permit, action: 'update', update: { doc, set: { paied: 1 } } }, // unknown: paied
    { definition: permit, action: 'update', update: { doc, set: due } }, // unknown: late
    { definition: permit, action: 'update', update: { doc, set: {}, inc: { paied: 1 } } }, // unknown: paied
    { definition: permit, action: 'update', update: { doc, set: {}, while: { stauts: 'OPEN' } } }, // unknown: stauts
    { definition: permit, action: 'create', insert: { ...doc, nmae: 'Roof' } }, // unknown: nmae
  ]);
};
