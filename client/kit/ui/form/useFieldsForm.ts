import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { FieldError } from '@lobby/shared/kit/errors.ts';
import type { Fields } from '@lobby/shared/kit/fields.ts';
import { useEffect } from 'react';
import { type FieldErrors, type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../http/api-error.ts';
import { bringRefusals } from '../../i18n/i18n.ts';
import type { Values } from './changes.ts';
import { useWriting } from './form-context.ts';
import { type Mode, readForm, type TypedValues, writeForm } from './read-form.ts';

interface Options {
  /** Rules across fields, and values of fields outside of the form. */
  check?: Definition['check'];
  stored?: () => Values;
  /** When errors first appear: after an input was left, or on submit. */
  errors: 'onTouched' | 'onSubmit';
  /** Whether the first input with an error gets the focus; defaults to true. */
  focus?: boolean;
}

export interface FieldsForm {
  form: UseFormReturn<TypedValues, unknown, Values>;
  /** Resets the inputs to values. */
  reset: (values: Values) => void;
  /** Shows the server's errors at the inputs; returns how many have an input and how many do not. */
  showRefusal: (refusal: ApiError) => { shown: number; others: number };
}

/** Errors of a field and of its parts. */
interface Said {
  type: string;
  message: string;
  types: Record<string, string>;
}

/** The field of a path. */
const headOf = (path: string) => path.split('.')[0] ?? path;

/** State of a form's inputs: starts with `values`, validates by the server's rules, and shows errors at the inputs. */
export function useFieldsForm(fields: Fields, values: Values, mode: Mode, options: Options): FieldsForm {
  const { t } = useTranslation(['errors', 'kit']);
  useEffect(() => void bringRefusals(), []);
  const how = useWriting();
  const say = ({ code, params }: FieldError): string => {
    // A module may explain a code with words of its own.
    const why = typeof params?.why === 'string' ? params.why.replace('.', ':') : '';
    const usual = t(code, { ...params, defaultValue: t('INVALID') });
    return why ? t(why, { ...params, defaultValue: usual }) : usual;
  };
  /** Errors by field, including those of lines by path: `options.0.text`. */
  const toErrors = (all: Readonly<Record<string, FieldError>>): Record<string, Said> => {
    const errors: Record<string, Said> = {};
    for (const [path, error] of Object.entries(all)) {
      const name = headOf(path);
      if (!(name in fields)) continue;
      const words = say(error);
      const line = /^\w+\.(\d+)/.exec(path)?.[1];
      const message = line ? t('kit:form.inLine', { line: Number(line) + 1, said: words }) : words;
      errors[name] ??= { type: error.code, message, types: {} };
      errors[name].types[path] = words;
    }
    return errors;
  };
  const resolver: Resolver<TypedValues, unknown, Values> = typed => {
    const read = readForm(fields, typed, how, mode, options.check, options.stored?.());
    const errors: FieldErrors<TypedValues> = toErrors(read.errors);
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: read.values, errors: {} };
  };
  const form = useForm<TypedValues, unknown, Values>({
    defaultValues: writeForm(fields, values, how, mode),
    resolver,
    mode: options.errors,
    shouldFocusError: options.focus ?? true,
  });
  return {
    form,
    reset: next => form.reset(writeForm(fields, next, how, mode)),
    showRefusal(refusal) {
      const all = Object.keys(refusal.fields);
      const shown = all.filter(path => headOf(path) in fields);
      const entries = Object.entries(toErrors(refusal.fields));
      // The first field with an error in form order.
      const first = Object.keys(fields).find(name => entries.some(([field]) => field === name));
      for (const [name, error] of entries)
        form.setError(name, error, { shouldFocus: name === first && options.focus !== false });
      return { shown: shown.length, others: all.length - shown.length };
    },
  };
}
