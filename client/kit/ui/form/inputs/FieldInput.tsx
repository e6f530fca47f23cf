import { chakra } from '@chakra-ui/react';
import { isAsked, type Kind } from '@lobby/shared/kit/fields.ts';
import { type ComponentType, type ReactNode, useEffect, useId, useRef } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '../../controls/Field.tsx';
import { Why } from '../../guide/Why.tsx';
import { focusFault } from '../../keyboard/focus-fault.ts';
import { useFieldWords, useFormScope, useWriting } from '../form-context.ts';
import { useClosedBooks } from '../guards/closed-books.ts';
import type { TypedValues } from '../read-form.ts';
import { useFitting } from '../useFitting.ts';
import { isBlank, readValue } from '../values.ts';
import { RefsInput } from './choices/RefInput.tsx';
import { FilesInput } from './files/FilesInput.tsx';
import type { InputProps } from './input.ts';
import { LinesInput } from './LinesInput.tsx';
import { PLAIN_INPUTS } from './plain-inputs.ts';

const INPUTS: Record<Kind, ComponentType<InputProps>> = {
  ...PLAIN_INPUTS,
  refs: RefsInput,
  files: FilesInput,
  lines: LinesInput,
};

interface FieldInputProps {
  /** Name of a field in the surrounding form. */
  name: string;
  label?: string;
  help?: ReactNode;
  /** Limits the options of a reference: residents of the unit chosen above. */
  filter?: Readonly<Record<string, string>>;
  placeholder?: string;
  disabled?: boolean;
  autoFocus?: boolean;
  autoOpen?: boolean | undefined;
}

/** The input of a form field by its kind, with label, help and errors. */
export function FieldInput({ name, label, help, filter, ...rest }: FieldInputProps) {
  const { fields, name: words, group, edits } = useFormScope();
  const say = useFieldWords(words, group);
  const id = useId();
  const { field: held, fieldState } = useController<TypedValues>({ name });
  const box = useRef<HTMLDivElement>(null);
  const isChanged = useRef(false);
  // An error focuses the input, never a button beside it.
  useEffect(() => held.ref({ focus: () => focusFault(box.current) }), [held.ref]);
  const field = fields[name];
  const beside = Object.keys(field?.visibleWhen ?? {});
  const values = useWatch<TypedValues>({ name: beside });
  const alike = field && 'alike' in field ? field.alike : undefined;
  const [shared] = useWatch<TypedValues>({ name: alike ? [alike] : [] });
  const unless = field?.unless?.given;
  const [other] = useWatch<TypedValues>({ name: unless ? [unless] : [] });
  const isRequired = field?.required === true || (unless !== undefined && isBlank(other));
  const wanted = useFitting(name, field, held.value, group === 'inputs' || field?.required === true);
  const books = field && 'books' in field ? field.books : undefined;
  const closed = useClosedBooks(books);
  const { t } = useTranslation('kit');
  const how = useWriting();
  if (!field) throw new Error(`no field ${name} in the form of ${words}`);
  if (!isAsked(field, Object.fromEntries(beside.map((sibling, at) => [sibling, values[at]])))) return null;
  const Input = INPUTS[field.kind];
  const typed = closed && readValue(field, held.value, how).value;
  const isClosed = closed !== null && typeof typed === 'string' && typed <= closed.to;
  const closing = closed && t('form.closedTo', { day: how.formats.day(closed.to) });
  const error = fieldState.error?.message ?? (isClosed && closing ? closing : undefined);
  const code = fieldState.error?.type ?? (isClosed ? 'data_is_locked' : undefined);
  const title = label ?? say.label(name, field);
  const faults = field.kind === 'lines' ? fieldState.error?.types : undefined;
  // Errors inside a line are shown at its input.
  const isSaidWithin =
    field.kind === 'lines' &&
    !field.ticked &&
    Object.keys(faults ?? {}).some(path => {
      const part = field.of[path.split('.')[2] ?? ''];
      return part !== undefined && !part.internal;
    });
  const input = (
    <Input
      {...rest}
      disabled={rest.disabled || (edits && !edits.includes(name))}
      filter={{ ...filter, ...wanted, ...(alike && typeof shared === 'string' && shared && { [alike]: shared }) }}
      id={id}
      name={name}
      field={field}
      label={title}
      value={held.value}
      invalid={error !== undefined}
      {...(faults && { faults })}
      {...(closed && { min: closed.opens })}
      onChange={value => {
        isChanged.current = true;
        held.onChange(value);
      }}
      // An untouched empty field is not validated on blur, because an opening form moves the focus by itself.
      onBlur={() => {
        if (isChanged.current || !isBlank(held.value)) held.onBlur();
      }}
    />
  );
  if (field.kind === 'flag')
    return (
      <chakra.div ref={box} data-field={name}>
        {input}
        {error && (
          <chakra.p role="alert" textStyle="xs" color="bad.fg">
            {error}
          </chakra.p>
        )}
        <Why code={code} />
      </chakra.div>
    );
  return (
    <chakra.div ref={box} data-field={name} minW="0">
      <Field
        label={title}
        required={isRequired}
        error={isSaidWithin ? undefined : error}
        code={code}
        help={help ?? (say.help(name) || (closing ?? undefined))}
      >
        {input}
      </Field>
    </chakra.div>
  );
}
