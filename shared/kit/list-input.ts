import type { Fields, RefsField } from './fields.ts';

/** Input of an act that changes a list of references: the whole list under its own name, or what to add and remove. */
export function listInput(name: string, field: RefsField): Fields {
  // References that are no longer allowed may still be removed.
  const { where: _where, ...anywhere } = field;
  return { [name]: field, add: field, remove: anywhere };
}
