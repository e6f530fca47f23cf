import { makeReadyTemplates } from '@lobby/shared/modules/template.contract.ts';
import { template } from '@lobby/shared/modules/template.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { newId, type Session } from '../../kit/database/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { build } from '../../kit/records/records.ts';
import { saveNew } from '../../kit/store/bulk-insert.ts';
import type { Doc } from '../../kit/store/records.ts';
import { records } from '../../kit/store/records.ts';
import type { Starter } from '../../platform/projects/building/starters.ts';
import { BUILT_IN, type BuiltIn } from './built-in/index.ts';
import { addRevision } from './revisions.ts';

const built = (ctx: Ctx, wanted: readonly BuiltIn[]): Promise<Doc<typeof template>[]> =>
  Promise.all(wanted.map(values => build(ctx, template, { ...values, active: true, revision: 1 })));

/** Stores the first revision of each template. */
async function keep(ctx: Ctx, docs: readonly Doc<typeof template>[], session: Session): Promise<void> {
  for (const doc of docs) await addRevision(ctx, doc, session);
}

/** Templates of a new project, active at once. */
export const templateStarter: Starter = async ctx => {
  const docs = await built(ctx, BUILT_IN);
  return { made: [{ definition: template, docs }], also: session => keep(ctx, docs, session) };
};

/** Creates the built-in templates that a project lacks; safe on several servers. Returns their number. */
export async function addBuiltIn(ctx: Ctx): Promise<number> {
  const there = await records(template).find(ctx);
  const taken = new Set(there.map(({ name }) => name));
  const slot = ({ purpose, channel, language }: Pick<BuiltIn, 'purpose' | 'channel' | 'language'>) =>
    `${purpose}:${channel}:${language}`;
  const active = new Set(there.filter(doc => doc.active === true).map(slot));
  const wanted = BUILT_IN.filter(values => !active.has(slot(values)) && !taken.has(values.name));
  const docs = await built(ctx, wanted);
  if (docs.length > 0)
    await saveNew(ctx, newId(), {
      batches: [[{ definition: template, docs }]],
      also: session => keep(ctx, docs, session),
      answer: { made: docs.length },
    });
  return docs.length;
}

export const builtInRoute: Route = route(makeReadyTemplates, {
  flags: ['write'],
  run: async ctx => ({ made: await addBuiltIn(ctx) }),
});
