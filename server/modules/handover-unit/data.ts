import { foldCode } from '@lobby/shared/kit/text-search.ts';
import { handoverTemplate, propertyItem, propertyRoom } from '@lobby/shared/modules/handover-data.ts';
import { block } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Request } from '../../kit/records/behaviour.ts';
import { ordered } from '../../kit/records/ordered.ts';
import { build, edited } from '../../kit/records/records.ts';
import type { ActionsOf, BehaviourOf, RequestOf, Values as ValuesOf } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { failHandover } from './sheet/refuse.ts';

type Values = Record<string, unknown>;
export interface TemplateLine {
  roomId: string;
  itemId: string;
  quantity: number;
  required: boolean;
}
export const linesIn = ({ lines }: Readonly<Values>): TemplateLine[] =>
  Array.isArray(lines) ? (lines as TemplateLine[]) : [];

/** Comparison key: ignores case, accents and separators. */
const keyOf = (value: unknown): string | null => (typeof value === 'string' ? foldCode(value) || value : null);

/** Sets the comparison keys of the named fields. */
const keyed =
  (...names: readonly string[]) =>
  (values: Values): Values => ({
    ...values,
    ...Object.fromEntries(names.flatMap(name => (name in values ? [[`${name}Key`, keyOf(values[name])]] : []))),
  });
const withKeys =
  (keys: (values: Values) => Values) =>
  async (_ctx: Ctx, { kind, values }: Request) =>
    kind === 'remove' || kind === 'restore' ? values : keys(values);

const order = ordered(propertyRoom, 'ROOM_ORDER_EXISTS');
export const roomRules = { check: withKeys(keyed('name')), ...order } satisfies BehaviourOf<typeof propertyRoom>;

const itemKeys = keyed('code', 'model');
export const itemRules = {
  check: withKeys(values => itemKeys('unitName' in values ? values : { unitName: 'cái', ...values })),
} satisfies BehaviourOf<typeof propertyItem>;

export const switchActs = {
  activate: () => ({ set: { active: true } }),
  deactivate: () => ({ set: { active: false } }),
} satisfies ActionsOf<typeof propertyRoom>;

const typesIn = ({ unitTypes }: Values): string[] =>
  (Array.isArray(unitTypes) ? unitTypes : []).map(({ type }) => String(type));
const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Key of the units that a template applies to; equal for equivalent templates. */
const fitOf = (whole: Values): string =>
  [typesIn(whole).toSorted().join(), whole.bedrooms ?? '', idsIn(whole.blockIds).toSorted().join()].join(' / ');

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
    const known = await loadRefs(
      ctx.projectId,
      definition,
      lines.map(line => line[name]),
    );
    const at = lines.findIndex(line => {
      const found = known.get(line[name]);
      return !found || (found.active !== true && !held.has(line[name]));
    });
    if (at >= 0) failHandover(reason, `lines.${at}.${name}`, { line: at + 1 });
  }
}

/** Validates and completes a template. */
async function completeTemplate(
  ctx: Ctx,
  { kind, values, doc }: RequestOf<typeof handoverTemplate>,
): Promise<ValuesOf<typeof handoverTemplate>> {
  if (kind === 'remove' || kind === 'restore') return values;
  const whole: Values = { active: true, ...doc, ...values };
  const lines = linesIn(whole);
  if (lines.length === 0) failHandover('TEMPLATE_EMPTY', 'lines');
  if ('lines' in values) await assertLinesKnown(ctx, lines, doc ? linesIn(doc) : []);
  const blockIds = idsIn(values.blockIds);
  if ((await loadRefs(ctx.projectId, block, blockIds)).size < new Set(blockIds).size)
    failHandover('PLACE_MISSING', 'blockIds');
  return { ...keyed('name')(values), lineCount: lines.length, fitKey: whole.active ? fitOf(whole) : null };
}

export const templateRules = { check: completeTemplate } satisfies BehaviourOf<typeof handoverTemplate>;

const copied = ['unitTypes', 'bedrooms', 'blockIds', 'lines', 'lineCount'] as const;

const switched = async (ctx: Ctx, doc: Doc<typeof handoverTemplate>, set: Values) => ({
  set: (await edited(ctx, handoverTemplate, doc, set)).changed,
});

export const templateActs = {
  activate: (ctx, doc) => switched(ctx, doc, { active: true, fitKey: fitOf(doc) }),
  deactivate: (ctx, doc) => switched(ctx, doc, { active: false, fitKey: null }),
  // The copy is inactive, as only one of two equivalent templates may be active.
  async copy(ctx, doc, { name }) {
    const own = Object.fromEntries(copied.map(one => [one, doc[one]]));
    const values = { ...own, name, nameKey: keyOf(name), active: false };
    return {
      with: [
        { definition: handoverTemplate, action: 'create', insert: await build(ctx, handoverTemplate, values, true) },
      ],
    };
  },
} satisfies ActionsOf<typeof handoverTemplate>;

/** Whether a template applies to a unit; criteria that it leaves out match all. */
export function fits(template: Readonly<Values>, unit: Readonly<Values>): boolean {
  const [types, blocks] = [typesIn(template), idsIn(template.blockIds)];
  return (
    (types.length === 0 || types.includes(String(unit.type))) &&
    (typeof template.bedrooms !== 'number' || template.bedrooms === unit.bedrooms) &&
    (blocks.length === 0 || blocks.includes(String(unit.blockId)))
  );
}

/** The most specific active template of a unit: type counts before bedrooms, and bedrooms before block. */
export function templateFor(
  templates: readonly Doc<typeof handoverTemplate>[],
  unit: Readonly<Values>,
): Doc<typeof handoverTemplate> | null {
  const rank = (one: Doc<typeof handoverTemplate>) =>
    (typesIn(one).length > 0 ? 4 : 0) +
    (typeof one.bedrooms === 'number' ? 2 : 0) +
    (idsIn(one.blockIds).length > 0 ? 1 : 0);
  const fitting = templates.filter(one => one.active === true && fits(one, unit));
  return fitting.toSorted((a, b) => rank(b) - rank(a) || (a._id < b._id ? -1 : 1))[0] ?? null;
}
