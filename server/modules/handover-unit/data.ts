import { foldCode } from '@lobby/shared/kit/text-search.ts';
import { handoverTemplate, propertyItem, propertyRoom } from '@lobby/shared/modules/handover-data.ts';
import { block, type unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { ordered } from '../../kit/records/lists/ordered.ts';
import { build, edited } from '../../kit/records/records.ts';
import type { ActionsOf, BehaviourOf, RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { failHandover } from './sheet/refuse.ts';

type Template = Values<typeof handoverTemplate>;

/** Comparison key: ignores case, accents and separators. */
const keyOf = (value: string | null | undefined): string | null =>
  typeof value === 'string' ? foldCode(value) || value : null;

const order = ordered(propertyRoom, 'ROOM_ORDER_EXISTS');
export const roomRules = {
  async check(_ctx, { kind, values }) {
    if (kind === 'remove' || kind === 'restore') return values;
    return { ...values, ...('name' in values && { nameKey: keyOf(values.name) }) };
  },
  ...order,
} satisfies BehaviourOf<typeof propertyRoom>;

export const itemRules = {
  async check(_ctx, { kind, values }) {
    if (kind === 'remove' || kind === 'restore') return values;
    return {
      ...('unitName' in values ? values : { unitName: 'cái', ...values }),
      ...('code' in values && { codeKey: keyOf(values.code) }),
      ...('model' in values && { modelKey: keyOf(values.model) }),
    };
  },
} satisfies BehaviourOf<typeof propertyItem>;

export const switchActs = {
  activate: () => ({ set: { active: true } }),
  deactivate: () => ({ set: { active: false } }),
} satisfies ActionsOf<typeof propertyRoom>;

const typesIn = ({ unitTypes }: Template): string[] => (unitTypes ?? []).map(({ type }) => type);

/** Key of the units that a template applies to; equal for equivalent templates. */
const fitOf = (whole: Template): string =>
  [typesIn(whole).toSorted().join(), whole.bedrooms ?? '', (whole.blockIds ?? []).toSorted().join()].join(' / ');

type TemplateLine = Pick<Doc<typeof handoverTemplate>['lines'][number], 'roomId' | 'itemId'>;

/** Refuses lines with unknown rooms or items, and newly added lines with inactive ones. */
async function assertLinesKnown(
  ctx: Ctx,
  lines: readonly TemplateLine[],
  before: readonly TemplateLine[],
): Promise<void> {
  for (const [name, definition, reason] of [
    ['roomId', propertyRoom, 'ROOM_MISSING'],
    ['itemId', propertyItem, 'ITEM_MISSING'],
  ] as const) {
    const held = new Set(before.map(line => line[name]));
    const refs = await loadRefs(
      ctx.projectId,
      definition,
      lines.map(line => line[name]),
    );
    const at = lines.findIndex(line => {
      const ref = refs.get(line[name]);
      return !ref || (ref.active !== true && !held.has(line[name]));
    });
    if (at >= 0) failHandover(reason, `lines.${at}.${name}`, { line: at + 1 });
  }
}

/** Validates and completes a template. */
async function completeTemplate(
  ctx: Ctx,
  { kind, values, doc }: RequestOf<typeof handoverTemplate>,
): Promise<Template> {
  if (kind === 'remove' || kind === 'restore') return values;
  const whole = { active: true, ...doc, ...values };
  const lines = whole.lines ?? [];
  if (lines.length === 0) failHandover('TEMPLATE_EMPTY', 'lines');
  if ('lines' in values) await assertLinesKnown(ctx, lines, doc?.lines ?? []);
  const blockIds = values.blockIds ?? [];
  if ((await loadRefs(ctx.projectId, block, blockIds)).size < new Set(blockIds).size)
    failHandover('PLACE_MISSING', 'blockIds');
  return {
    ...values,
    ...('name' in values && { nameKey: keyOf(values.name) }),
    lineCount: lines.length,
    fitKey: whole.active ? fitOf(whole) : null,
  };
}

export const templateRules = { check: completeTemplate } satisfies BehaviourOf<typeof handoverTemplate>;

const copied = ['unitTypes', 'bedrooms', 'blockIds', 'lines', 'lineCount'] as const;

const switched = async (ctx: Ctx, doc: Doc<typeof handoverTemplate>, set: Template) => ({
  set: (await edited(ctx, handoverTemplate, doc, set)).changed,
});

export const templateActs = {
  activate: (ctx, doc) => switched(ctx, doc, { active: true, fitKey: fitOf(doc) }),
  deactivate: (ctx, doc) => switched(ctx, doc, { active: false, fitKey: null }),
  // The copy is inactive, as only one of two equivalent templates may be active.
  async copy(ctx, doc, { name }) {
    const copy = Object.fromEntries(copied.map(field => [field, doc[field]]));
    const values = { ...copy, name, nameKey: keyOf(name), active: false };
    return {
      with: [
        { definition: handoverTemplate, action: 'create', insert: await build(ctx, handoverTemplate, values, true) },
      ],
    };
  },
} satisfies ActionsOf<typeof handoverTemplate>;

/** Whether a template applies to a unit; criteria that it leaves out match all. */
export function fits(template: Doc<typeof handoverTemplate>, home: Doc<typeof unit>): boolean {
  const { bedrooms, blockIds } = template;
  const types = typesIn(template);
  return (
    (types.length === 0 || types.includes(home.type)) &&
    (typeof bedrooms !== 'number' || bedrooms === home.bedrooms) &&
    (blockIds.length === 0 || blockIds.includes(home.blockId))
  );
}

/** The most specific active template of a unit: type counts before bedrooms, and bedrooms before block. */
export function templateFor(
  templates: readonly Doc<typeof handoverTemplate>[],
  home: Doc<typeof unit>,
): Doc<typeof handoverTemplate> | null {
  const rank = (template: Doc<typeof handoverTemplate>) =>
    (template.unitTypes.length > 0 ? 4 : 0) +
    (typeof template.bedrooms === 'number' ? 2 : 0) +
    (template.blockIds.length > 0 ? 1 : 0);
  const fitting = templates.filter(template => template.active && fits(template, home));
  return fitting.toSorted((a, b) => rank(b) - rank(a) || (a._id < b._id ? -1 : 1))[0] ?? null;
}
