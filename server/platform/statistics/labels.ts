import type { Definition, Filter } from '@lobby/shared/kit/definition.ts';
import { calledIn } from '@lobby/shared/kit/nouns.ts';
import { CLOCK, DERIVED } from '@lobby/shared/modules/statistics.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { text } from '../../kit/base/messages.ts';
import { loadRefs, targetOf } from '../../kit/store/refs/refs.ts';

/** Locale key of a breakdown. */
export const splitWord = (entity: string, name: string): string =>
  name === 'status' || name in CLOCK
    ? `statistics.${name}`
    : name in DERIVED
      ? `statistics.bands.${name}.title`
      : `${entity}.fields.${name}`;

/** Conditions by values in words. */
export const filterWords = (ctx: Ctx, definition: Definition, filter: Filter) =>
  Promise.all(
    Object.entries(filter).flatMap(([key, condition]) =>
      typeof condition === 'object' && condition.in
        ? [
            loadLabels(
              ctx,
              definition,
              key,
              condition.in.filter(value => value !== 'none'),
            ).then(labels => ({
              key,
              label: text(ctx, splitWord(definition.name, key)),
              values: (condition.in ?? []).map(value => labels.get(value) ?? value),
            })),
          ]
        : [],
    ),
  );

/** Labels of a field's values: titles of records, words of choices. */
export async function loadLabels(
  ctx: Ctx,
  definition: Definition,
  name: string,
  values: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const field = definition.fields[name];
  const none: [string, string] = ['none', text(ctx, 'statistics.none')];
  if (field?.kind === 'ref' || field?.kind === 'refs') {
    const target = targetOf(field.to);
    const refs = await loadRefs(ctx.projectId, target, values);
    const gone = text(ctx, 'statistics.gone');
    return new Map([
      ...values.map((id): [string, string] => [id, calledIn(target, refs.get(id), ctx.language) || gone]),
      none,
    ]);
  }
  if (name in CLOCK)
    return new Map([
      ...values.map((value): [string, string] => [
        value,
        name === 'hour' ? `${value}:00` : text(ctx, `home.weekdays.${Number(value) % 7}`),
      ]),
      none,
    ]);
  if (name in DERIVED)
    return new Map([
      ...values.map((value): [string, string] => [value, text(ctx, `statistics.bands.${name}.${value}`)]),
      none,
    ]);
  const group = name === 'status' ? 'statuses' : `options.${name}`;
  const say = (value: string) =>
    name === 'status' || field?.kind === 'choice'
      ? text(ctx, `${definition.name}.${group}.${value}`)
      : field?.kind === 'flag'
        ? text(ctx, `statistics.flags.${value}`)
        : value;
  return new Map([...values.map((value): [string, string] => [value, say(value)]), none]);
}
