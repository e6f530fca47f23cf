import type { Field as Shape } from '@lobby/shared/kit/fields.ts';
import { BUILDING_TYPES } from '@lobby/shared/kit/project.ts';
import { fieldSchema } from '@lobby/shared/kit/schema.ts';
import { clean } from '@lobby/shared/kit/text-search.ts';
import { projectFields } from '@lobby/shared/modules/unit-group.ts';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { Select } from '../../../kit/ui/controls/Select.tsx';
import { TextArea } from '../../../kit/ui/controls/TextArea.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { useWriting } from '../../../kit/ui/form/form-context.ts';
import { AddressInput } from '../../../kit/ui/form/inputs/AddressInput.tsx';
import { DateInput } from '../../../kit/ui/form/inputs/dates/DateInput.tsx';
import { NumberInput } from '../../../kit/ui/form/inputs/TypedInput.tsx';
import { readValue, writeValue } from '../../../kit/ui/form/values.ts';
import { useField } from './place.ts';

interface ValueFieldProps {
  name: string;
  field: Shape;
  help?: ReactNode;
  wide?: boolean;
  /** Overrides the label of the field. */
  label?: string;
}

/** Input of a text, number or date. Incomplete input stays visible with its error. */
export function ValueField({ name, field, help, wide, label }: ValueFieldProps) {
  const { t } = useTranslation('errors');
  const how = useWriting();
  const id = useId();
  const state = useField(name);
  const [typed, setTyped] = useState<string>();
  const [left, setLeft] = useState(false);
  const shown = typed ?? String(writeValue(field, state.value, how));
  const read = readValue(field, shown, how);
  const missing = field.required && read.value === null;
  const bad = read.value !== null && read.value !== undefined && !fieldSchema(field).safeParse(read.value).success;
  const fault =
    read.error?.code ??
    (missing ? 'REQUIRED' : bad ? (field.kind === 'text' && field.code ? 'CODE_INVALID' : 'INVALID') : '');
  const change = (next: unknown) => {
    if (typeof next !== 'string') return;
    setTyped(next);
    const { value, error } = readValue(field, next, how);
    if (!error) state.put(value);
  };
  const leave = () => {
    setLeft(true);
    if (!read.error) setTyped(undefined);
  };
  const shared = { name, value: shown, disabled: state.locked, onBlur: leave };
  const kit = { ...shared, id, field, label: label ?? state.label, invalid: Boolean(fault), onChange: change };
  return (
    <div data-wide={wide || undefined}>
      <Field
        label={label ?? state.label}
        required={field.required}
        help={help ?? state.help}
        error={state.error ?? (left && fault ? t(fault) : undefined)}
      >
        {field.kind === 'date' || field.kind === 'instant' ? (
          <DateInput {...kit} />
        ) : field.kind === 'integer' || field.kind === 'money' ? (
          <NumberInput {...kit} />
        ) : field.kind === 'text' && field.address ? (
          <AddressInput {...kit} />
        ) : (
          <TextInput {...shared} autoComplete="off" onChange={event => change(event.target.value)} />
        )}
      </Field>
    </div>
  );
}

interface ChoiceFieldProps {
  name: string;
  choices: readonly { value: string; label: string }[];
  /** Allows no choice. */
  empty?: boolean;
}

export function ChoiceField({ name, choices, empty }: ChoiceFieldProps) {
  const { t } = useTranslation('kit');
  const state = useField(name);
  const none = { value: '', label: t('form.none') };
  return (
    <Field label={state.label} help={state.help} error={state.error}>
      <Select
        name={name}
        choices={empty ? [none, ...choices] : choices}
        value={typeof state.value === 'string' ? state.value : ''}
        disabled={state.locked}
        onChange={event => state.put(event.target.value || null)}
      />
    </Field>
  );
}

/** Name, code and type of a project. */
export function IdentityFields() {
  const { t } = useTranslation('unit-group');
  const choices = BUILDING_TYPES.map(value => ({ value, label: t(`options.type.${value}`) }));
  return (
    <>
      <ValueField name="name" field={projectFields.name} />
      <ValueField name="code" field={projectFields.code} />
      <ChoiceField name="type" empty choices={choices} />
    </>
  );
}

/** Words, one per line. */
export function LinesField({ name, help, rows = 5 }: { name: string; help?: ReactNode; rows?: number }) {
  const state = useField(name);
  const [typed, setTyped] = useState<string>();
  const stored = Array.isArray(state.value) ? state.value.join('\n') : '';
  return (
    <div data-wide>
      <Field label={state.label} help={help ?? state.help} error={state.error}>
        <TextArea
          name={name}
          rows={rows}
          value={typed ?? stored}
          disabled={state.locked}
          onBlur={() => setTyped(undefined)}
          onChange={event => {
            setTyped(event.target.value);
            state.put(
              event.target.value
                .split('\n')
                .map(line => clean(line))
                .filter(Boolean),
            );
          }}
        />
      </Field>
    </div>
  );
}
