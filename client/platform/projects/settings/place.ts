import { createContext, use, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Editing } from './editing.ts';

/** Context of the inputs of a settings part. */
interface Place {
  editing: Pick<Editing, 'value' | 'put' | 'errorOf'>;
  /** Namespace of the labels: `unit-group:<words>.<name>`. */
  words: string;
  locked: (name: string) => boolean;
  /** Overrides the labels. */
  label?: ((name: string) => string) | undefined;
}
export const PlaceContext = createContext<Place | null>(null);

/** Value, label and setter of a field in the surrounding part. */
export function useField(name: string) {
  const place = use(PlaceContext);
  const { t, i18n } = useTranslation(['unit-group', 'errors']);
  if (!place) throw new Error('an input stands outside its part');
  const { editing, words, locked, label } = place;
  const help = `unit-group:help.${name}`;
  return useMemo(
    () => ({
      label: label ? label(name) : t(`${words}.${name}`),
      help: i18n.exists(help) ? t(help) : undefined,
      value: editing.value(name),
      error: editing.errorOf(name),
      locked: locked(name),
      put: (value: unknown) => editing.put(name, value),
    }),
    [t, i18n, words, name, help, editing, locked, label],
  );
}
