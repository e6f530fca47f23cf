import { chakra } from '@chakra-ui/react';
import { fold } from '@lobby/shared/kit/text-search.ts';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../../theme/classes.ts';
import { request } from '../../../http/api.ts';
import { Button } from '../../controls/Button.tsx';
import { Combobox } from '../../controls/Combobox.tsx';
import { Field } from '../../controls/Field.tsx';
import type { LoadOptions } from '../../controls/options.ts';
import { type InputProps, textOf } from './input.ts';
import { TidyInput } from './TypedInput.tsx';

interface Place {
  id: string;
  name: string;
}
/** Parts of an address as the server parses it. */
interface Parts {
  street: string;
  ward: Place | null;
  city: Place | null;
  suggestions: string[];
}

const PAUSE = 400;
const NOTHING: Parts = { street: '', ward: null, city: null, suggestions: [] };

const partsClass = styleClass({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(170px, 100%), 1fr))',
  gap: '2',
  w: 'full',
  minW: '0',
  m: '0',
  mt: '1',
  p: '0',
  borderWidth: '0',
});

const lists = new Map<string, Promise<Place[]>>();
/** Provinces and cities, or wards of one, cached since they change only with the law. */
function placesOf(path: string): Promise<Place[]> {
  const places = lists.get(path) ?? request<Place[]>('GET', path).then(({ data }) => data);
  places.catch(() => lists.delete(path));
  lists.set(path, places);
  return places;
}

const optionsOf =
  (path: string): LoadOptions =>
  async typed =>
    (await placesOf(path))
      .filter(({ name }) => fold(name).includes(fold(typed)))
      .map(({ id, name }) => ({ value: id, label: name }));
const loadCities = optionsOf('/cities');

interface Known {
  text: string;
  parts: Parts;
}

/** Parts of a typed address, parsed after a pause in typing, or at once if it was composed of known parts. */
function useParts(text: string): [Parts, (known: Known) => void] {
  const [read, setRead] = useState<Known>({ text: '', parts: NOTHING });
  const isRead = read.text === text;
  useEffect(() => {
    if (!text.trim() || isRead) return;
    let wanted = true;
    const timer = setTimeout(
      () =>
        void request<Parts>('POST', '/addresses/read', { body: { text: text.slice(0, 300) } }).then(
          ({ data }) => wanted && setRead({ text, parts: data }),
          // On failure it remains plain text.
          () => {},
        ),
      PAUSE,
    );
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [text, isRead]);
  if (!text.trim()) return [NOTHING, setRead];
  return [isRead ? read.parts : { ...read.parts, street: text, suggestions: [] }, setRead];
}

/**
 * An address: one line of text, with province or city and ward to choose below. An address from before July 2025 shows its
 * current form.
 */
export function AddressInput(props: InputProps) {
  const { label, value, disabled, onChange, onBlur } = props;
  const { t } = useTranslation('kit');
  const [{ street, ward, city, suggestions }, know] = useParts(textOf(value));
  const cityId = city?.id ?? '';
  const loadWards = useCallback<LoadOptions>(
    async (...args) => (cityId ? optionsOf(`/wards?cityId=${cityId}`)(...args) : []),
    [cityId],
  );
  const write = (text: string) => {
    onChange(text);
    onBlur();
  };
  /** Uses the chosen parts at once, before the server has parsed the text. */
  const choose = (nextWard: Place | null, nextCity: Place | null) => {
    const text = [street, nextWard?.name, nextCity?.name].filter(Boolean).join(', ');
    know({ text, parts: { street, ward: nextWard, city: nextCity, suggestions: [] } });
    write(text);
  };
  const placeOf = (choice: { value: string; label: string } | null) =>
    choice && { id: choice.value, name: choice.label };
  const option = (place: Place | null) => place && { value: place.id, label: place.name };
  return (
    <chakra.div w="full">
      <TidyInput {...props} />
      <fieldset className={partsClass()} aria-label={label}>
        <Field label={t('address.city')} disabled={disabled}>
          <Combobox
            load={loadCities}
            value={option(city)}
            disabled={disabled}
            onChange={choice => choose(null, placeOf(choice))}
          />
        </Field>
        <Field label={t('address.ward')} disabled={disabled || !city}>
          <Combobox
            load={loadWards}
            value={option(ward)}
            disabled={disabled || !city}
            onChange={choice => choose(placeOf(choice), city)}
          />
        </Field>
      </fieldset>
      {suggestions.length > 0 && (
        <chakra.div role="status" mt="2" textStyle="xs" color="fg.muted">
          {t('address.before')}
          <chakra.span display="flex" flexWrap="wrap" gap="1" mt="1">
            {suggestions.map(suggestion => (
              <Button key={suggestion} size="sm" disabled={disabled} onClick={() => write(suggestion)}>
                {suggestion}
              </Button>
            ))}
          </chakra.span>
        </chakra.div>
      )}
    </chakra.div>
  );
}
