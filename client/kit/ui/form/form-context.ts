import { dayOf } from '@lobby/shared/kit/dates.ts';
import type { Field, Fields } from '@lobby/shared/kit/fields.ts';
import { createContext, use, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { now } from '../../http/clock.ts';
import { useFormats } from '../../i18n/formats.ts';
import { readerOf, scopeNow } from '../../session/session.ts';
import type { Writing } from './values.ts';

/** What the inputs of a form need to know beside their values. */
export interface FormScope {
  fields: Fields;
  /** Name of the definition: where the words are. */
  name: string;
  /** `inputs`: the fields are the input of an act. */
  group: 'fields' | 'inputs';
  /** An input has something under way that saving must wait for. */
  hold: (on: boolean) => void;
}

export const FormContext = createContext<FormScope>({ fields: {}, name: '', group: 'fields', hold: () => {} });

/** The fields of the form around. */
export function useFormScope(): FormScope {
  return use(FormContext);
}

/** Blocks saving while `on`: an upload is running. */
export function useHold(on: boolean): void {
  const { hold } = useFormScope();
  useEffect(() => {
    if (!on) return;
    hold(true);
    return () => hold(false);
  }, [on, hold]);
}

/** How the reader and the project write values. */
export function useWriting(): Writing {
  const formats = useFormats();
  return useMemo(() => {
    const { timeZone } = readerOf(scopeNow());
    return { formats, timeZone, today: dayOf(new Date(now()), timeZone) };
  }, [formats]);
}

/** The words of a definition for its fields and their options. */
export function useFieldWords(name: string, group: FormScope['group'] = 'fields') {
  const { t, i18n } = useTranslation([name, 'kit', 'common', 'errors']);
  return useMemo(() => {
    const said = (key: string, params: Record<string, string> = {}): string =>
      i18n.exists(`${name}:${key}`) ? t(`${name}:${key}`, params) : '';
    return {
      label: (field: string, { label = field }: Pick<Field, 'label'> = {}) =>
        said(`${group}.${label}`) || said(`fields.${label}`) || (label.includes('.') ? said(label) : '') || label,
      option: (field: string, value: string) => said(`options.${field}.${value}`) || value,
      status: (value: string) => said(`statuses.${value}`) || value,
      action: (action: string) => said(`actions.${action}`) || action,
      ask: (action: string) => said(`asks.${action}`),
      // Words that speak of `{{variables}}` themselves cannot hold the braces.
      help: (field: string) => said(`help.${field}`, { open: '{{', close: '}}' }),
      one: t(`${name}:name`),
    };
  }, [t, i18n, name, group]);
}
