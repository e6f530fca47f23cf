import type { Field, Kind } from '@lobby/shared/kit/fields.ts';
import type { ComponentType } from 'react';
import { lazyPart } from '../../layout/lazy-part.tsx';
import type { EditorProps } from './editor-props.ts';

const ChoiceEditor = lazyPart<EditorProps>(async () => (await import('./ChoiceEditor.tsx')).ChoiceEditor);
const FlagEditor = lazyPart<EditorProps>(async () => (await import('./ChoiceEditor.tsx')).FlagEditor);
const CountryEditor = lazyPart<EditorProps>(async () => (await import('./CountryEditor.tsx')).CountryEditor);
const RangeEditor = lazyPart<EditorProps>(async () => (await import('./RangeEditor.tsx')).RangeEditor);
const RefEditor = lazyPart<EditorProps>(async () => (await import('./RefEditor.tsx')).RefEditor);

const EDITORS: Record<Kind, ComponentType<EditorProps> | null> = {
  text: null,
  longText: null,
  richText: null,
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
  lines: null,
};

/** Editor of a filter by its field; texts are searched by the search box only. */
export const editorOf = (field: Field): ComponentType<EditorProps> | null =>
  field.kind === 'text' && field.country ? CountryEditor : EDITORS[field.kind];
