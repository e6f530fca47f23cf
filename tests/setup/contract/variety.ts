import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { ownOf } from './own-samples.ts';

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % list.length];
const start = Date.now() - 30 * DAY_MS;

/** Whether samples of a definition leave a field empty. */
export function isLeft({ fields }: Definition, name: string): boolean {
  const own = ownOf(fields);
  return name in own && (!own[name] || (Array.isArray(own[name]) && own[name].length === 0));
}

/** Varied values for mass copies: statuses, choices, numbers, days and nulls. `others`: possible references, by `definition.field`. */
export function spread(
  definition: Definition,
  id: string,
  n: number,
  others: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const own: Record<string, unknown> = { createdAt: new Date(start + (n % 97) * 3_600_000) };
  if (definition.statuses) own.status = pick(Object.keys(definition.statuses), n);
  for (const [name, field] of Object.entries(definition.fields)) {
    // Sealed values of the original stay.
    if (field.kind === 'text' && field.personal) continue;
    if (field.kind === 'choice') own[name] = pick(field.options, n >> 1);
    else if (field.kind === 'flag') own[name] = n % 3 === 0;
    else if (field.kind === 'integer') own[name] = n % 7;
    else if (field.kind === 'decimal' && field.readOnly) own[name] = (n % 7) / 2;
    else if (field.kind === 'money' && definition.list.sorts.includes(name)) own[name] = (n % 23) * 1000;
    else if (field.kind === 'instant') own[name] = n % 5 === 0 ? null : new Date(start + (n % 31) * DAY_MS);
    else if (field.kind === 'month' && field.readOnly) own[name] = n % 5 === 0 ? null : `2026-${10 + (n % 3)}`;
    else if (
      field.kind === 'date' &&
      !field.unique &&
      (field.readOnly || isLeft(definition, name) || definition.list.sorts.includes(name))
    )
      own[name] = n % 5 === 0 && !field.required ? null : `2026-10-${String(10 + (n % 20))}`;
    else if (field.kind === 'text' && !('code' in field && field.code))
      own[name] = `${pick(['Ánh', 'Bình', 'an'], n)} ${n % 40}`;
    else if (field.kind === 'text') own[name] = `X-${n}`;
    else if (field.kind === 'ref' && !field.required && n % 4 === 0) own[name] = null;
    else if (field.kind === 'ref' && field.to === definition.name) own[name] = id;
    else if (field.kind === 'ref' && others.has(`${definition.name}.${name}`))
      own[name] = others.get(`${definition.name}.${name}`);
    else if (field.kind === 'refs' && n % 4 === 0) own[name] = [];
    else if (field.kind === 'refs' && others.has(`${definition.name}.${name}`))
      own[name] = [others.get(`${definition.name}.${name}`)];
  }
  return own;
}
