import type { Condition } from '@lobby/shared/kit/definition.ts';
import type { Field, Kind } from '@lobby/shared/kit/fields.ts';
import type { ComponentType } from 'react';
import { lazyPart } from '../lazy-part.tsx';

export interface EditorProps {
  name: string;
  field: Field;
  label: string;
  condition: Condition;
  onChange: (condition: Condition | undefined) => void;
}

const ChoiceEditor = lazyPart<EditorProps>(async () => (await import('./ChoiceEditor.tsx')).ChoiceEditor);
const FlagEditor = lazyPart<EditorProps>(async () => (await import('./ChoiceEditor.tsx')).FlagEditor);
const RangeEditor = lazyPart<EditorProps>(async () => (await import('./RangeEditor.tsx')).RangeEditor);
const RefEditor = lazyPart<EditorProps>(async () => (await import('./RefEditor.tsx')).RefEditor);

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
