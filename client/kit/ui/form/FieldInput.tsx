import { chakra } from '@chakra-ui/react';
import { isAsked, type Kind } from '@lobby/shared/kit/fields.ts';
import { type ComponentType, type ReactNode, useId } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { Field } from '../Field.tsx';
import { ChoiceInput, FlagInput } from './ChoiceInput.tsx';
import { LineInput } from './CountryInput.tsx';
import { DateInput } from './DateInput.tsx';
import { FilesInput } from './FilesInput.tsx';
import type { InputProps } from './input.ts';
import { useFieldWords, useFormPlace } from './place.ts';
import { RefInput, RefsInput } from './RefInput.tsx';
import type { TypedValues } from './reading.ts';
import { ContactInput, LongTextInput, NumberInput } from './TypedInput.tsx';

const INPUTS: Record<Kind, ComponentType<InputProps>> = {
  text: LineInput,
  longText: LongTextInput,
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
  refs: RefsInput,
  phone: ContactInput,
  email: ContactInput,
  identifier: ContactInput,
  files: FilesInput,
};

interface FieldInputProps {
  /** A field of the form around. */
  name: string;
  label?: string;
  help?: ReactNode;
  /** Narrows what a ref offers: the residents of the unit chosen above. */
  filter?: Readonly<Record<string, string>>;
  placeholder?: string;
  disabled?: boolean;
  autoFocus?: boolean;
}

/** The input of one field of the form around, by its kind, with label, help and what is wrong with it. */
export function FieldInput({ name, label, help, ...rest }: FieldInputProps) {
  const { fields, name: words, group } = useFormPlace();
  const say = useFieldWords(words, group);
  const id = useId();
  const { field: held, fieldState } = useController<TypedValues>({ name });
  const field = fields[name];
  const beside = Object.keys(field?.askedWith ?? {});
  const values = useWatch<TypedValues>({ name: beside });
  if (!field) throw new Error(`no field ${name} in the form of ${words}`);
  if (!isAsked(field, Object.fromEntries(beside.map((one, at) => [one, values[at]])))) return null;
  const Input = INPUTS[field.kind];
  const error = fieldState.error?.message;
  const said = label ?? say.label(name, field);
  const input = (
    <Input
      {...rest}
      id={id}
      name={name}
      field={field}
      label={said}
      value={held.value}
      invalid={error !== undefined}
      onChange={held.onChange}
      onBlur={held.onBlur}
    />
  );
  if (field.kind === 'flag')
    return (
      <chakra.div data-field={name}>
        {input}
        {error && (
          <chakra.p role="alert" textStyle="xs" color="bad.fg">
            {error}
          </chakra.p>
        )}
      </chakra.div>
    );
  return (
    <chakra.div data-field={name} minW="0">
      <Field label={said} required={field.required} error={error} help={help ?? (say.help(name) || undefined)}>
        {input}
      </Field>
    </chakra.div>
  );
}
