import { Choice } from '../parts/Choice.tsx';
import { DayField } from '../parts/DayField.tsx';
import { FilesField } from '../parts/FilesField.tsx';
import { Labelled } from '../parts/parts.tsx';
import { WhenField } from '../parts/WhenField.tsx';
import { CardInput } from './CardInput.tsx';
import { ElevatorTimes } from './ElevatorTimes.tsx';
import type { FormField } from './kinds.ts';
import type { ModuleWords } from './module-words.ts';
import { PeopleInput } from './PeopleInput.tsx';

interface FormFieldProps {
  asked: FormField;
  words: ModuleWords;
  values: Readonly<Record<string, unknown>>;
  error: string | undefined;
  onChange: (value: unknown) => void;
  /** For inputs that set several fields. */
  onValues: (values: Record<string, unknown>) => void;
}

const TYPES = { text: 'text', phone: 'tel' } as const;
const MOST_FILES = 5;

/** The input of a form field. */
export function FormFieldInput({ asked, words, values, error, onChange, onValues }: FormFieldProps) {
  const { name, kind, required = false, max } = asked;
  const value = String(values[name] ?? '');
  const options = (typeof asked.options === 'function' ? asked.options(values) : asked.options) ?? [];
  const usual = { name, required, 'aria-invalid': error ? true : undefined };
  if (asked.told)
    return error ? (
      <span className="error" role="alert">
        {error}
      </span>
    ) : null;
  if (kind === 'people')
    return (
      <PeopleInput words={words} value={values[name]} error={error} label={words.field(name)} onChange={onChange} />
    );
  if (kind === 'flag')
    return (
      <label className="check">
        <input type="checkbox" name={name} checked={values[name] === true} onChange={e => onChange(e.target.checked)} />
        {words.field(name)}
      </label>
    );
  if (kind === 'ticks') {
    const held = Array.isArray(values[name]) ? values[name].map(String) : [];
    return (
      <fieldset aria-invalid={error ? true : undefined}>
        <legend>{words.field(name)}</legend>
        {options.map(option => (
          <label key={option} className="check">
            <input
              type="checkbox"
              checked={held.includes(option)}
              onChange={e => onChange(e.target.checked ? [...held, option] : held.filter(other => other !== option))}
            />
            {words.option(asked.part ?? name, option)}
          </label>
        ))}
        {error && (
          <span className="error" role="alert">
            {error}
          </span>
        )}
      </fieldset>
    );
  }
  if (kind === 'card') return <CardInput label={words.field(name)} error={error} values={values} onChange={onChange} />;
  if (kind === 'elevator')
    return <ElevatorTimes label={words.field(name)} error={error} values={values} onValues={onValues} />;
  const field = { name, label: words.field(name), required, error };
  if (kind === 'choice') {
    const all = options.map(option => ({ value: option, text: words.option(name, option) }));
    return <Choice {...field} value={value} options={all} onChange={onChange} />;
  }
  if (kind === 'day') return <DayField {...field} day={value} onDay={onChange} />;
  if (kind === 'moment') return <WhenField {...field} onAt={onChange} />;
  if (kind === 'files') {
    const files = Array.isArray(values[name]) ? (values[name] as readonly File[]) : [];
    return <FilesField label={field.label} files={files} most={MOST_FILES} error={error} onChange={onChange} />;
  }
  return (
    <Labelled label={words.field(name)} error={error}>
      {kind === 'long' ? (
        <textarea {...usual} rows={3} maxLength={max} value={value} onChange={event => onChange(event.target.value)} />
      ) : (
        <input
          {...usual}
          type={TYPES[kind]}
          maxLength={max}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Labelled>
  );
}
