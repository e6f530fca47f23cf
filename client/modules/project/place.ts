import { createContext, use, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Editing } from './editing.ts';

/** What the inputs of a part read and write. */
interface Place {
  editing: Pick<Editing, 'value' | 'put' | 'errorOf'>;
  /** Where the words of its fields are: `unit-group:<words>.<name>`. */
  words: string;
  locked: (name: string) => boolean;
  /** What a field is called, where that is not said by a word of its own. */
  label?: ((name: string) => string) | undefined;
}
export const PlaceContext = createContext<Place | null>(null);

/** The part around an input. */
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
