import type { Definition } from '@lobby/shared/kit/definition.ts';
import { headOf } from '@lobby/shared/kit/nouns.ts';
import type { Row } from '../../../base/matches.ts';
import { useRefName } from '../../../refs/refs.ts';
import { useFieldWords } from '../../form/form-context.ts';

/** Name of a record's reference; null if empty, or if the field is no reference. */
function useBehind({ fields }: Definition, row: Row | null | undefined, name: string | undefined): string | null {
  const field = name === undefined ? undefined : fields[name];
  const id = name === undefined ? null : row?.[name];
  const isRef = field?.kind === 'ref' && typeof id === 'string';
  return useRefName(isRef ? field.to : '', isRef ? id : null);
}

/** Name of an open record: its title or that of its title reference; if that is a running code, its unit and matter. */
export function useCalled(definition: Definition, row: Row | null | undefined): string {
  const { title, fields } = definition;
  const say = useFieldWords(definition.name);
  const head = headOf(definition);
  const named = head ? head.matter : title;
  const other = useBehind(definition, row, named);
  const unit = useBehind(definition, row, head?.unit ? 'unitId' : undefined);
  if (!head) return (fields[title]?.kind === 'ref' ? other : say.called(definition, row)) || say.one;
  const matter = head.matter ? say.called({ title: head.matter, fields }, row) : '';
  return [unit, matter || other || say.one].filter(Boolean).join(' ');
}
