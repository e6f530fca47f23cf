import type { Definition } from '@lobby/shared/kit/definition.ts';
import { reportTemplate } from '@lobby/shared/modules/report-template.ts';
import { template, templateVersion } from '@lobby/shared/modules/template.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { takeTurn } from '../../kit/database/turns.ts';
import type { Rule } from '../../kit/records/act.ts';
import type { Behaviour, Done } from '../../kit/records/behaviour.ts';
import { build } from '../../kit/records/records.ts';
import { type Change, Overtaken } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';

/** Other words are another version; what is in use keeps what it is for. */
const check: Behaviour['check'] = async (_ctx, { kind, values, doc }) => {
  if (!doc) return { ...values, edition: 1 };
  const moved = ['kind', 'channel', 'language'].some(name => name in values && values[name] !== doc[name]);
  if (doc.status === 'IN_USE' && (kind === 'remove' || moved)) fail('TEMPLATE_IN_USE');
  const other = ['subject', 'content'].some(name => name in values && (values[name] ?? null) !== (doc[name] ?? null));
  return other ? { ...values, edition: Number(doc.edition) + 1 } : values;
};

/** A new version in the history of a template. */
export async function versionOf(
  ctx: Ctx,
  templateId: string,
  { subject, content, edition }: Record<string, unknown>,
  restored: number | null = null,
): Promise<Change> {
  const values = { templateId, subject: subject ?? null, content, edition, restored, author: ctx.actor.name };
  return { definition: templateVersion, action: 'create', insert: await build(ctx, templateVersion, values, true) };
}

const changes = async (ctx: Ctx, { doc, before }: Done): Promise<Change[]> =>
  !doc || before?.edition === doc.edition ? [] : [await versionOf(ctx, doc._id, doc)];

export const templateBehaviour: Behaviour = { check, changes };

/** Comes into use in the place of the one that was: one of those that hold the same in some fields. */
const useBy =
  (definition: Definition, same: readonly string[]): Rule =>
  async (ctx, doc) => {
    const { projectId } = ctx;
    const slot = Object.fromEntries(same.map(name => [name, doc[name]]));
    const others = { projectId, deletedAt: null, status: 'IN_USE', ...slot, _id: { $ne: doc._id } };
    const known = await modelOf(definition).find(others).lean<Stored[]>();
    return {
      set: { usedAt: ctx.now },
      also: async session => {
        await takeTurn(`${definition.name}:${projectId}:${Object.values(slot).join(':')}`, session);
        if ((await modelOf(definition).countDocuments(others).session(session)) !== known.length) throw new Overtaken();
      },
      with: known.map(one => ({ definition, action: 'retire', update: { doc: one, set: { status: 'DRAFT' } } })),
    };
  };

export const templateActs = { use: useBy(template, ['kind', 'channel', 'language']) };
export const paperActs = { use: useBy(reportTemplate, ['paper']) };
