import type { Kind } from '@lobby/shared/kit/fields.ts';
import type { ComponentType } from 'react';
import { LineInput } from './CountryInput.tsx';
import { ChoiceInput, FlagInput } from './choices/ChoiceInput.tsx';
import { RefInput } from './choices/RefInput.tsx';
import { DateInput } from './dates/DateInput.tsx';
import type { InputProps } from './input.ts';
import { RichTextInput } from './rich-text/RichTextInput.tsx';
import { ContactInput, LongTextInput, NumberInput } from './TypedInput.tsx';

/** Inputs of fields with a single value. */
export const PLAIN_INPUTS: Record<Exclude<Kind, 'refs' | 'files' | 'lines'>, ComponentType<InputProps>> = {
  text: LineInput,
  longText: LongTextInput,
  richText: RichTextInput,
  choice: ChoiceInput,
  flag: FlagInput,
  integer: NumberInput,
  money: NumberInput,
  percent: NumberInput,
  decimal: NumberInput,
  date: DateInput,
  month: DateInput,
  instant: DateInput,
  ref: RefInput,
  phone: ContactInput,
  email: ContactInput,
  identifier: ContactInput,
};
