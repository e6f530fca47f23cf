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
  /** The rules between fields, and the values of those that the form does not hold. */
  check?: Definition['check'];
  stored?: () => Values;
  /** When errors show first: once an input was left, or only when the form is sent. */
  errors: 'onTouched' | 'onSubmit';
  /** Whether the first input with an error gets the focus; default true. */
  focus?: boolean;
}

export interface FieldsForm {
  form: UseFormReturn<TypedValues, unknown, Values>;
  /** Puts the inputs to these values; what was typed is gone. */
  reset: (values: Values) => void;
  /** Shows what the server refused at the inputs; returns how many errors have one, and how many have none. */
  showRefusal: (refusal: ApiError) => { shown: number; others: number };
}

/** The field of a path into it. */
const headOf = (path: string) => path.split('.')[0] ?? path;

/** The inputs of some fields: begun with `values`, read by the rules of the server, each error at its input. */
export function useFieldsForm(fields: Fields, values: Values, mode: Mode, options: Options): FieldsForm {
  const { t } = useTranslation(['errors', 'kit']);
  useEffect(bringRefusals, []);
  const how = useWriting();
  const toError = (path: string, { code, params }: FieldError) => {
    // A module may have words of its own for why.
    const why = typeof params?.why === 'string' ? params.why.replace('.', ':') : '';
    const usual = t(code, { ...params, defaultValue: t('INVALID') });
    const said = why ? t(why, { ...params, defaultValue: usual }) : usual;
    const line = /^\w+\.(\d+)/.exec(path)?.[1];
    return { type: code, message: line ? t('kit:form.inLine', { line: Number(line) + 1, said }) : said };
  };
  const resolver: Resolver<TypedValues, unknown, Values> = typed => {
    const read = readForm(fields, typed, how, mode, options.check, options.stored?.());
    const errors: FieldErrors<TypedValues> = {};
    for (const [path, error] of Object.entries(read.errors)) {
      const name = headOf(path);
      if (name in fields) errors[name] ??= toError(path, error);
    }
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
      const errors = Object.entries(refusal.fields).map(([path, error]) => ({
        name: headOf(path),
        path,
        error,
      }));
      const shown = errors.filter(({ name }) => name in fields);
      for (const { name, path, error } of shown) form.setError(name, toError(path, error));
      return { shown: shown.length, others: errors.length - shown.length };
    },
  };
}
