import type { Condition } from '@lobby/shared/kit/definition.ts';
import type { Field, Kind } from '@lobby/shared/kit/fields.ts';
import type { ComponentType } from 'react';
import { ChoiceEditor, FlagEditor } from './ChoiceEditor.tsx';
import { RangeEditor } from './RangeEditor.tsx';
import { RefEditor } from './RefEditor.tsx';

export interface EditorProps {
  name: string;
  field: Field;
  label: string;
  condition: Condition;
  onChange: (condition: Condition | undefined) => void;
}

/** What a filter is edited with, by the kind of its field; texts are found by the search box alone. */
export const EDITORS: Record<Kind, ComponentType<EditorProps> | null> = {
  text: null,
  longText: null,
  choice: ChoiceEditor,
  flag: FlagEditor,
  integer: RangeEditor,
  money: RangeEditor,
  percent: RangeEditor,
  decimal: RangeEditor,
  date: RangeEditor,
  month: RangeEditor,
  instant: RangeEditor,
  ref: RefEditor,
  refs: RefEditor,
  phone: null,
  email: null,
  identifier: null,
  files: null,
};
