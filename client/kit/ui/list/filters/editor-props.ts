import type { Condition } from '@lobby/shared/kit/definition.ts';
import type { Field } from '@lobby/shared/kit/fields.ts';

/** Props of a filter editor. */
export interface EditorProps {
  name: string;
  field: Field;
  label: string;
  condition: Condition;
  onChange: (condition: Condition | undefined) => void;
}
