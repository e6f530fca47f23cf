import type { Fields, RefsField } from './fields.ts';

/** The input of an act that changes a list of references: the whole list by its own name, or what is added and what is removed. */
export function listInput(name: string, field: RefsField): Fields {
  // What does not belong there may still be taken off.
  const { where: _where, ...anywhere } = field;
  return { [name]: field, add: field, remove: anywhere };
}
