import { useReading } from '../live.ts';
import { Labelled } from '../parts.tsx';
import { t } from '../words.ts';

interface CardInputProps {
  label: string;
  error: string | undefined;
  values: Readonly<Record<string, unknown>>;
  onChange: (id: string) => void;
}

/** One of the home's cards that are in use, of the kind that the form is for. */
export function CardInput({ label, error, values, onChange }: CardInputProps) {
  const own = useReading<{ id: string; number: string; type: string }[]>('/card?filter[status][]=USING&limit=100', [
    'CARD',
  ]).data;
  const cards = (own ?? []).filter(({ type }) => !values.target || type === values.target);
  return (
    <Labelled label={label} error={error}>
      <select
        name="cardId"
        required
        aria-invalid={error ? true : undefined}
        value={String(values.cardId ?? '')}
        onChange={event => onChange(event.target.value)}
      >
        <option value="">{t('choose')}</option>
        {cards.map(({ id, number }) => (
          <option key={id} value={id}>
            {number}
          </option>
        ))}
      </select>
    </Labelled>
  );
}
